import { readAmsterdamTime, writeAmsterdamTime } from '#domain/calendar/amsterdam.ts'
import type { Duration, ManagedTestmoment, TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { readTypedDate, type TypedDate, typedDateOf } from '#src/parts/date-field.tsx'
import { readTypedLimit } from './typed-limit.ts'

/** The settings as they are typed. */
export interface SettingsDraft {
  date: TypedDate
  duration: Duration
  /** null where there is none */
  limit: string | null
  enrollments_enabled: boolean
  /** as a field for date and time holds it; empty when nothing is planned */
  opensAt: string
  closesAt: string
}

export const settingsOf = (testmoment: ManagedTestmoment): SettingsDraft => ({
  date: typedDateOf(testmoment.date),
  duration: testmoment.duration,
  limit: testmoment.max_enrollments === 0 ? null : String(testmoment.max_enrollments),
  enrollments_enabled: testmoment.enrollments_enabled,
  opensAt: timeOf(testmoment.enrollments_open_at),
  closesAt: timeOf(testmoment.enrollments_close_at),
})

const timeOf = (instant: string | null): string => (instant === null ? '' : writeAmsterdamTime(instant))

/** What is to be saved, or null while the date or the limit is none: their fields say what is wrong. */
export function editOf(draft: SettingsDraft): TestmomentFields | null {
  const date = readTypedDate(draft.date)
  const max_enrollments = draft.limit === null ? 0 : readTypedLimit(draft.limit)
  if (!date.valid || max_enrollments === null) return null
  return {
    date: date.day,
    duration: draft.duration,
    max_enrollments,
    enrollments_enabled: draft.enrollments_enabled,
    enrollments_open_at: readAmsterdamTime(draft.opensAt),
    enrollments_close_at: readAmsterdamTime(draft.closesAt),
  }
}
