import { useState } from 'react'
import { type RecessesReply, replaceRecesses } from '#contract/schoolyears.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel } from '#domain/calendar/date-labels.ts'
import { isWeekend } from '#domain/calendar/day-remarks.rules.ts'
import { holidayTexts } from '#domain/calendar/day-remarks.texts.ts'
import { holidaysOf } from '#domain/calendar/public-holidays.rules.ts'
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
import type { Api } from '#src/api/api.ts'
import { DateField } from '#src/parts/date-field.tsx'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { AuditLink, EditSection } from '#src/parts/editing/edit-section.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { readTypedDate, type TypedDate, typedDateOf } from '#src/parts/typed-time.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './recesses.module.css'
import { recessesTexts as texts } from './schoolyears.texts.ts'

interface RecessesScreenProps {
  api: Api
  schoolyear: ManagedSchoolyear
  recesses: RecessesReply
}

/** The days of a school year without lessons, beside the public holidays that nobody has to enter. */
export function RecessesScreen({ api, schoolyear, recesses }: RecessesScreenProps) {
  const now = useServerTime()
  const [startYear] = useState(() => startYearOf(schoolyear.name) ?? schoolyearOf(dayOf(now())))
  return (
    <div className={styles.screen} data-room="wide">
      <BackLink to="/admin/schoolyears">Schooljaren</BackLink>
      <div className={styles.columns}>
        <RecessesSection api={api} schoolyear={schoolyear} recesses={recesses} startYear={startYear} />
        <EditSection title="Feestdagen">
          <p>{texts.holidays}</p>
          <ul className={styles.holidays}>
            {holidaysFrom(startYear).map(({ day, holiday }) => (
              <li key={`${day} ${holiday}`}>
                <span>{dayLabel(day, 'any-time')}</span> {holidayTexts[holiday]}
              </li>
            ))}
          </ul>
        </EditSection>
      </div>
      <AuditLink resource="schoolyear" id={schoolyear.id}>
        Logboek van dit schooljaar
      </AuditLink>
    </div>
  )
}

/** Recesses of the school year that begins in `startYear`, on days when schools are usually open. */
const holidaysFrom = (startYear: number) =>
  [...holidaysOf(startYear), ...holidaysOf(startYear + 1)].filter(
    ({ day }) => day >= `${startYear}-08-01` && day < `${startYear + 1}-08-01` && !isWeekend(day),
  )

/** One of them as it is typed. */
interface TypedRecess {
  /** key of the row, while it exists */
  key: number
  name: string
  first: TypedDate
  last: TypedDate
}

interface Draft {
  rows: readonly TypedRecess[]
}

const typedOf = ({ name, first_day, last_day }: Recess, key: number): TypedRecess => ({
  key,
  name,
  first: typedDateOf(first_day),
  last: typedDateOf(last_day),
})

const draftOf = ({ entities }: RecessesReply): Draft => ({ rows: entities.map(typedOf) })

/** Null where one of its dates is none: its field says so. */
function recessOf({ name, first, last }: TypedRecess): Recess | null {
  const [from, to] = [readTypedDate(first), readTypedDate(last)]
  return from.valid && to.valid ? { name, first_day: from.day, last_day: to.day } : null
}

function RecessesSection({ api, schoolyear, recesses, startYear }: RecessesScreenProps & { startYear: number }) {
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
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          submit()
          // once what is wrong stands there
          requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
        }}
      >
        {rows.length === 0 && <p className={styles.none}>{texts.none}</p>}
        <ul className={styles.rows}>
          {rows.map((row, index) => (
            <RecessRow
              key={row.key}
              row={row}
              problem={problemOf(all[index], { wasSent, name: row.name })}
              remarks={remarksOf(all, index, schoolyear.name)}
              onChange={(changes) => write(rows.with(index, { ...row, ...changes }))}
              onRemove={() => write(rows.toSpliced(index, 1))}
            />
          ))}
        </ul>
        <fieldset className={styles.adding}>
          <legend>Toevoegen</legend>
          {left.map((name) => (
            <Button key={name} icon="plus" onClick={() => add(name)}>
              {name}
            </Button>
          ))}
          <Button icon="plus" onClick={() => add('')}>
            Andere
          </Button>
          <p className={styles.hint}>{texts.proposal}</p>
        </fieldset>
        <Problem text={saving.problem} />
        <div className={styles.save}>
          <ServerButton type="submit" tone="primary" busy={saving.isBusy}>
            Opslaan
          </ServerButton>
          {isDirty && <p role="status">Nog niet opgeslagen</p>}
        </div>
      </form>
      {saving.dialog}
      <UnsavedChanges isDirty={isDirty} />
    </EditSection>
  )
}

/** A name is asked for once the list is sent; the days are read as they stand. */
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

interface RecessRowProps {
  row: TypedRecess
  problem: { name?: string; days?: string }
  remarks: readonly string[]
  onChange: (changes: Partial<TypedRecess>) => void
  onRemove: () => void
}

const WEEKS = [1, 2]

const weekTexts = (weeks: number): string => (weeks === 1 ? '1 week' : `${weeks} weken`)

function RecessRow({ row: { name, first, last }, problem, remarks, onChange, onRemove }: RecessRowProps) {
  const reading = readTypedDate(first)
  const takeWeeks = (weeks: number) => {
    if (!reading.valid) return
    const { first_day, last_day } = wholeWeeks(reading.day, weeks)
    onChange({ first: typedDateOf(first_day), last: typedDateOf(last_day) })
  }
  const called = name.trim() || 'zonder naam'
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <TextField
          label="Naam"
          autoComplete="off"
          value={name}
          error={problem.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </div>
      <DateField legend="Van" value={first} onChange={(typed) => onChange({ first: typed })} />
      <DateField legend="Tot en met" value={last} onChange={(typed) => onChange({ last: typed })} />
      <div className={styles.tools}>
        {WEEKS.map((weeks) => (
          <Button
            key={weeks}
            tone="quiet"
            disabled={!reading.valid}
            aria-label={`${weekTexts(weeks)}, van maandag tot en met zondag: ${called}`}
            onClick={() => takeWeeks(weeks)}
          >
            {weekTexts(weeks)}
          </Button>
        ))}
        <Button tone="quiet" icon="cross" aria-label={`${called} verwijderen`} onClick={onRemove}>
          Verwijderen
        </Button>
      </div>
      {(problem.days || remarks.length > 0) && (
        <div className={styles.notes} role="status">
          {problem.days && (
            <StatusLine tone="danger" icon="alert">
              {problem.days}
            </StatusLine>
          )}
          {remarks.map((remark) => (
            <StatusLine key={remark} tone="warning" icon="info">
              {remark}
            </StatusLine>
          ))}
        </div>
      )}
    </li>
  )
}
