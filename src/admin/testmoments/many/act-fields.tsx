import { readWrittenClock } from '#domain/calendar/date-input.rules.ts'
import { MOST_DAYS_BEFORE, readTypedSeats } from '#domain/testmoments/limits.rules.ts'
import type { MomentsAct, PlannedTime } from '#domain/testmoments/moments-act.schema.ts'
import { DateTimeField, TimeField } from '#src/parts/date-field.tsx'
import { noTime, readTypedDateTime, type TypedDateTime } from '#src/parts/typed-time.ts'
import { SelectField, TextField } from '#src/ui/field.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import { ModuleChecklist } from '../settings/module-checklist.tsx'
import { SeatsField } from '../settings/settings-fields.tsx'
import { type ActKind, fieldTexts as texts } from './acts.texts.ts'
import styles from './many-moments.module.css'

interface PlannedDraft {
  how: 'keep' | 'at' | 'before' | 'none'
  at: TypedDateTime
  days: string
  time: string
}

const kept = (time: string, days: string): PlannedDraft => ({ how: 'keep', at: noTime, days, time })

export interface ActDraft {
  opening: PlannedDraft
  closing: PlannedDraft
  seats: string
  how: 'add' | 'remove' | 'replace'
  modules: readonly { id: number; name: string }[]
}

export const newDraft: ActDraft = {
  opening: kept('09:00', '28'),
  closing: kept('17:00', '7'),
  seats: '',
  how: 'add',
  modules: [],
}

/** The typed act; null while it is incomplete. */
export function readAct(kind: ActKind, draft: ActDraft): MomentsAct | null {
  switch (kind) {
    case 'plan': {
      const [opening, closing] = [readPlanned(draft.opening), readPlanned(draft.closing)]
      if (!opening || !closing || (draft.opening.how === 'keep' && draft.closing.how === 'keep')) return null
      return { kind, opening: opening.time, closing: closing.time }
    }
    case 'seats': {
      const seats = readTypedSeats(draft.seats)
      return seats === null ? null : { kind, seats }
    }
    case 'modules':
      return draft.modules.length === 0 ? null : { kind, how: draft.how, module_ids: draft.modules.map(({ id }) => id) }
    default:
      return { kind }
  }
}

/** Null while the typed text is not a time. */
function readPlanned({ how, at, days, time }: PlannedDraft): { time: PlannedTime | undefined } | null {
  if (how === 'keep') return { time: undefined }
  if (how === 'none') return { time: null }
  if (how === 'at') {
    const reading = readTypedDateTime(at)
    return reading.valid && reading.instant !== null ? { time: { at: reading.instant } } : null
  }
  const [before, clock] = [readDays(days), readWrittenClock(time)]
  return before === null || clock === null ? null : { time: { days_before: before, time: clock } }
}

const readDays = (days: string): number | null =>
  /^\d{1,3}$/.test(days.trim()) && Number(days) <= MOST_DAYS_BEFORE ? Number(days) : null

interface ActFieldsProps {
  kind: ActKind
  draft: ActDraft
  onEdit: (changes: Partial<ActDraft>) => void
}

export function ActFields({ kind, draft, onEdit }: ActFieldsProps) {
  if (kind === 'plan')
    return (
      <>
        <PlannedFields
          legend="Opening"
          value={draft.opening}
          onEdit={(changes) => onEdit({ opening: { ...draft.opening, ...changes } })}
        />
        <PlannedFields
          legend="Sluiting"
          value={draft.closing}
          onEdit={(changes) => onEdit({ closing: { ...draft.closing, ...changes } })}
        />
      </>
    )
  if (kind === 'seats') return <SeatsField value={draft.seats} onChange={(seats) => onEdit({ seats })} />
  if (kind === 'modules') return <ModuleFields draft={draft} onEdit={onEdit} />
  return null
}

interface PlannedFieldsProps {
  legend: 'Opening' | 'Sluiting'
  value: PlannedDraft
  onEdit: (changes: Partial<PlannedDraft>) => void
}

const PlannedFields = ({ legend, value, onEdit }: PlannedFieldsProps) => (
  <fieldset className={styles.planned} data-layout="grid 3 shrinks" data-box data-pad="3 x4">
    <legend>{legend}</legend>
    <div className={styles.how}>
      <SelectField
        label={`${legend} plannen`}
        value={value.how}
        onChange={({ target }) => onEdit({ how: target.value as PlannedDraft['how'] })}
      >
        <option value="keep">{texts.keep}</option>
        <option value="before">{texts.before}</option>
        <option value="at">{texts.atOneTime}</option>
        <option value="none">{texts.planNothing}</option>
      </SelectField>
    </div>
    {value.how === 'before' && (
      <div data-layout="grid 4 start pair">
        <TextField
          label="Dagen ervoor"
          inputMode="numeric"
          value={value.days}
          error={readDays(value.days) === null ? texts.daysRange(MOST_DAYS_BEFORE) : undefined}
          onChange={({ target }) => onEdit({ days: target.value })}
        />
        <TimeField label="Om" value={value.time} onChange={(time) => onEdit({ time })} />
      </div>
    )}
    {value.how === 'at' && (
      <DateTimeField
        legend={legend === 'Opening' ? texts.opensAt : texts.closesAt}
        isRequired
        value={value.at}
        onChange={(at) => onEdit({ at })}
      />
    )}
  </fieldset>
)

const HOW = [
  { value: 'add', label: texts.add, hint: texts.addHint },
  { value: 'remove', label: 'Weghalen', hint: 'Inschrijvingen daarvoor vervallen.' },
  { value: 'replace', label: texts.replace, hint: texts.replaceHint },
] as const

function ModuleFields({ draft: { how, modules: chosen }, onEdit }: Omit<ActFieldsProps, 'kind'>) {
  return (
    <>
      <RadioList legend={texts.whatWithModules} options={HOW} value={how} onChange={(how) => onEdit({ how })} />
      <ModuleChecklist chosen={chosen} onChoose={(modules) => onEdit({ modules })} />
    </>
  )
}
