import { useState } from 'react'
import type { RecessesReply } from '#contract/schoolyears.calls.ts'
import { replaceRecesses } from '#contract/schoolyears.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel } from '#domain/calendar/date-labels.ts'
import { isWeekend } from '#domain/calendar/day-remarks.rules.ts'
import { holidayTexts } from '#domain/calendar/day-remarks.texts.ts'
import { holidaysOf, type PublicHoliday } from '#domain/calendar/public-holidays.rules.ts'
import { schoolyearOf } from '#domain/calendar/school-year.ts'
import {
  proposedRecess,
  recessRefusal,
  recessRemarks,
  usualRecesses,
  wholeWeeks,
} from '#domain/schoolyears/recess.rules.ts'
import type { Recess } from '#domain/schoolyears/recess.schema.ts'
import { recessRefusalTexts, recessRemarkText } from '#domain/schoolyears/recess.texts.ts'
import { startYearOf } from '#domain/schoolyears/schoolyear.rules.ts'
import type { ManagedSchoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { DateField } from '#src/parts/date-field.tsx'
import { AuditLink, EditSection } from '#src/parts/editing/edit-section.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { readTypedDate, type TypedDate, typedDateOf } from '#src/parts/typed-time.ts'
import { Problem, SubmitButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import styles from './recesses.module.css'
import { recessesTexts as texts } from './schoolyears.texts.ts'

interface RecessesScreenProps {
  schoolyear: ManagedSchoolyear
  recesses: RecessesReply
}

/** The days of a school year without lessons, beside the public holidays that nobody has to enter. */
export function RecessesScreen({ schoolyear, recesses }: RecessesScreenProps) {
  const now = useServerTime()
  const [startYear] = useState(() => startYearOf(schoolyear.name) ?? schoolyearOf(dayOf(now())))
  return (
    <div data-layout="stack 4" data-room="wide">
      <BackLink to="/admin/schoolyears">Schooljaren</BackLink>
      <div className={styles.columns} data-layout="stack 4 start">
        <RecessesSection schoolyear={schoolyear} recesses={recesses} startYear={startYear} />
        <EditSection title="Feestdagen">
          <p>{texts.holidays}</p>
          <Table
            caption="Feestdagen"
            rows={holidaysFrom(startYear)}
            keyOf={({ key }) => key}
            columns={holidayColumns}
          />
        </EditSection>
      </div>
      <AuditLink resource="schoolyear" id={schoolyear.id}>
        {texts.log}
      </AuditLink>
    </div>
  )
}

interface DatedHoliday {
  key: number
  day: string
  holiday: PublicHoliday
}

const holidayColumns: Column<DatedHoliday>[] = [
  {
    key: 'day',
    label: 'Dag',
    cell: ({ day }) => <span data-text="figures nowrap">{dayLabel(day, 'any-time')}</span>,
  },
  { key: 'holiday', label: 'Feestdag', cell: ({ holiday }) => holidayTexts[holiday] },
]

/** Recesses of the school year that begins in `startYear`, on days when schools are usually open. */
const holidaysFrom = (startYear: number): DatedHoliday[] =>
  [...holidaysOf(startYear), ...holidaysOf(startYear + 1)]
    .filter(({ day }) => day >= `${startYear}-08-01` && day < `${startYear + 1}-08-01` && !isWeekend(day))
    .map((holiday, key) => ({ ...holiday, key }))

interface TypedRecess {
  /** key of the row, while it exists */
  key: number
  name: string
  first: TypedDate
  last: TypedDate
}

const typedOf = ({ name, first_day, last_day }: Recess, key: number): TypedRecess => ({
  key,
  name,
  first: typedDateOf(first_day),
  last: typedDateOf(last_day),
})

const draftOf = ({ entities }: RecessesReply): { rows: readonly TypedRecess[] } => ({ rows: entities.map(typedOf) })

/** Null where one of its dates is none: its field says so. */
function recessOf({ name, first, last }: TypedRecess): Recess | null {
  const [from, to] = [readTypedDate(first), readTypedDate(last)]
  return from.valid && to.valid ? { name, first_day: from.day, last_day: to.day } : null
}

function RecessesSection({ schoolyear, recesses, startYear }: RecessesScreenProps & { startYear: number }) {
  const api = useApi()
  const [wasSent, setWasSent] = useState(false)
  const { fields, base, isDirty, edit, startFrom } = useDraft(recesses, draftOf)
  const { rows } = fields
  const saving = useChange({
    send: async (entities: readonly Recess[], { theirs }) =>
      (
        await api.call(replaceRecesses, {
          params: { id: schoolyear.id },
          body: { entities: [...entities], version: (theirs ?? base).version },
        })
      ).entity,
    onSaved: (saved) => {
      startFrom(saved)
      setWasSent(false)
    },
    saved: texts.saved(schoolyear.name),
    failed: texts.saveFailed,
    refusals: recessRefusalTexts,
    onYield: () => startFrom(recesses),
  })
  const write = (changed: readonly TypedRecess[]) => {
    saving.showProblem(null)
    edit({ rows: changed })
  }
  const all = rows.map(recessOf)
  const add = (name: string) => {
    const ends = all.flatMap((recess) => (recess ? [recess.last_day] : []))
    const made = proposedRecess(name, { startYear, after: ends.toSorted().at(-1) })
    write([...rows, typedOf(made, Math.max(-1, ...rows.map(({ key }) => key)) + 1)])
  }
  const submit = () => {
    setWasSent(true)
    const read = all.filter((recess) => recess !== null)
    if (read.length === rows.length && read.every((recess) => recessRefusal(recess) === null)) saving.change(read)
  }
  const left = usualRecesses.filter((name) => !rows.some((row) => row.name === name))
  return (
    <EditSection title={`Lesvrije weken ${schoolyear.name}`}>
      <p>{texts.intro(schoolyear.name)}</p>
      <Form
        data-layout="stack 4"
        onSubmit={(form) => {
          submit()
          // after the errors are rendered
          requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
        }}
      >
        {rows.length === 0 ? (
          <p data-text="muted">{texts.none}</p>
        ) : (
          <div className={styles.table} data-layout="lean">
            <Table
              caption={`Lesvrije weken ${schoolyear.name}`}
              rows={rows}
              keyOf={({ key }) => key}
              columns={recessColumns({
                change: (row, changes) => write(rows.map((other) => (other === row ? { ...row, ...changes } : other))),
                remove: (row) => write(rows.filter((other) => other !== row)),
                problem: (row) => problemOf(recessOf(row), { wasSent, name: row.name }),
                remarks: (row) => remarksOf(all, rows.indexOf(row), schoolyear.name),
              })}
            />
          </div>
        )}
        <fieldset data-layout="row 2">
          <legend>Toevoegen</legend>
          {left.map((name) => (
            <Button key={name} icon="plus" onClick={() => add(name)}>
              {name}
            </Button>
          ))}
          <Button icon="plus" onClick={() => add('')}>
            Andere
          </Button>
          <p data-layout="line" data-text="small muted">
            {texts.proposal}
          </p>
        </fieldset>
        <Problem text={saving.problem} />
        <div data-layout="row 4">
          <SubmitButton busy={saving.isBusy}>Opslaan</SubmitButton>
          {isDirty && <p role="status">{texts.notSaved}</p>}
        </div>
      </Form>
      {saving.dialog}
      <UnsavedChanges isDirty={isDirty} />
    </EditSection>
  )
}

/** Error of a row. A missing name is an error only after an attempt to send; days are checked at once. */
function problemOf(recess: Recess | null | undefined, { wasSent, name }: { wasSent: boolean; name: string }) {
  const refusal = recess ? recessRefusal(recess) : null
  if (!refusal || (!wasSent && name === '')) return {}
  return { [refusal === 'recess-reversed' ? 'days' : 'name']: recessRefusalTexts[refusal] }
}

function remarksOf(all: readonly (Recess | null)[], index: number, schoolyear: string): string[] {
  const own = all[index]
  const known = all.filter((recess) => recess !== null)
  return own ? recessRemarks(known, known.indexOf(own), schoolyear).map(recessRemarkText) : []
}

interface RowActs {
  change: (row: TypedRecess, changes: Partial<TypedRecess>) => void
  remove: (row: TypedRecess) => void
  problem: (row: TypedRecess) => { name?: string; days?: string }
  remarks: (row: TypedRecess) => readonly string[]
}

const WEEKS = [1, 2]

const weekTexts = (weeks: number): string => (weeks === 1 ? '1 week' : `${weeks} weken`)

const calledIn = ({ name }: TypedRecess): string => name.trim() || texts.nameless

/** Columns of a recess: its fields, and buttons that set whole weeks from the Monday of its first day. */
const recessColumns = ({ change, remove, problem, remarks }: RowActs): Column<TypedRecess>[] => [
  {
    key: 'name',
    label: 'Naam',
    cell: (row) => (
      <div className={styles.name}>
        <TextField
          label="Naam"
          value={row.name}
          error={problem(row).name}
          onChange={(event) => change(row, { name: event.target.value })}
        />
      </div>
    ),
  },
  {
    key: 'first',
    label: 'Van',
    cell: (row) => <DateField legend="Van" value={row.first} onChange={(first) => change(row, { first })} />,
  },
  {
    key: 'last',
    label: texts.last,
    cell: (row) => (
      <div data-layout="grid 1">
        <DateField legend={texts.last} value={row.last} onChange={(last) => change(row, { last })} />
        <RecessRemarks problem={problem(row).days} remarks={remarks(row)} />
      </div>
    ),
  },
  {
    key: 'acts',
    label: texts.acts,
    hideLabel: true,
    align: 'end',
    cell: (row) => <RowButtons row={row} change={change} remove={remove} />,
  },
]

function RowButtons({ row, change, remove }: { row: TypedRecess } & Pick<RowActs, 'change' | 'remove'>) {
  const reading = readTypedDate(row.first)
  const takeWeeks = (weeks: number) => {
    if (!reading.valid) return
    const { first_day, last_day } = wholeWeeks(reading.day, weeks)
    change(row, { first: typedDateOf(first_day), last: typedDateOf(last_day) })
  }
  return (
    <div className={styles.acts} data-layout="row right">
      {WEEKS.map((weeks) => (
        <Button
          key={weeks}
          tone="quiet"
          data-pad="x2"
          disabled={!reading.valid}
          aria-label={texts.wholeWeeks(weekTexts(weeks), calledIn(row))}
          onClick={() => takeWeeks(weeks)}
        >
          {weekTexts(weeks)}
        </Button>
      ))}
      <Button tone="danger" data-pad="x2" aria-label={`${calledIn(row)} verwijderen`} onClick={() => remove(row)}>
        Verwijderen
      </Button>
    </div>
  )
}

const RecessRemarks = ({ problem, remarks }: { problem: string | undefined; remarks: readonly string[] }) => (
  <div role="status" data-layout="if-any">
    {problem && <StatusLine tone="danger">{problem}</StatusLine>}
    {remarks.map((remark) => (
      <StatusLine key={remark} tone="warning" icon="info">
        {remark}
      </StatusLine>
    ))}
  </div>
)
