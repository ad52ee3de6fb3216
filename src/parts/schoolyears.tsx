import type { ReactNode } from 'react'
import { getSchoolyear, listRecesses, listSchoolyears } from '#contract/schoolyears.gen.ts'
import { dayRemarksText } from '#domain/calendar/day-remarks.texts.ts'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { TitleTools } from './layout/title-tools.tsx'
import { useAnswer } from './plan/use-answer.ts'
import styles from './schoolyears.module.css'
import { readTypedDate, type TypedDate } from './typed-time.ts'
import { useFollowed } from './use-followed.ts'

/** Page size for the dropdown: more school years than there will ever be. */
const ALL_YEARS = 1_000

/** School years to choose from, latest first. Includes an archived one if it is the one asked for. */
export async function loadSchoolyearChoices(api: Api, asked: number | undefined) {
  const { entities } = await api.call(listSchoolyears, { params: { paging: ALL_YEARS } })
  if (asked === undefined || entities.some(({ id }) => id === asked)) return entities
  const archived = await api.call(getSchoolyear, { params: { id: asked } }).catch(() => null)
  return archived ? [...entities, archived] : entities
}

interface SchoolyearFieldProps {
  label: string
  schoolyears: readonly Pick<Schoolyear, 'id' | 'name'>[]
  chosen: Pick<Schoolyear, 'id'>
  onChoose: (id: number) => Promise<void>
}

export function SchoolyearField({ label, schoolyears, chosen, onChoose }: SchoolyearFieldProps) {
  const [shown, choose] = useFollowed(chosen.id, onChoose)
  return (
    <SelectField label={label} value={shown} onChange={(event) => choose(Number(event.target.value))}>
      <Options of={schoolyears.map(({ id, name }) => [id, name])} />
    </SelectField>
  )
}

interface TitleSchoolyearProps extends SchoolyearFieldProps {
  children?: ReactNode
}

/** School year field beside the title of a screen. It needs no visible label: its value explains it. */
export const TitleSchoolyear = ({ children, ...field }: TitleSchoolyearProps) => (
  <TitleTools>
    <div className={styles.title} data-layout="row 3 end lean">
      <SchoolyearField {...field} />
      {children}
    </div>
  </TitleTools>
)

interface DayRemarksProps {
  schoolyearId: number
  /** date as typed; an incomplete date has no remarks */
  date: TypedDate
  duration: Duration
}

/**
 * Remarks below the field for a moment's day: weekend, public holiday, days without lessons. The first two show before the
 * recesses are loaded.
 */
export function DayRemarks({ schoolyearId, date, duration }: DayRemarksProps) {
  const api = useApi()
  const { answer } = useAnswer({ question: schoolyearId, ask: (id) => api.call(listRecesses, { params: { id } }) })
  const reading = readTypedDate(date)
  const text = reading.valid ? dayRemarksText({ date: reading.day, duration }, answer?.entities ?? []) : ''
  return (
    <div role="status" data-layout="still">
      {text && (
        <StatusLine tone="warning" icon="calendar">
          {text}
        </StatusLine>
      )}
    </div>
  )
}
