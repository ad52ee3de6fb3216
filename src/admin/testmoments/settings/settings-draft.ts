import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { readTypedLimit, readTypedSeats } from '#domain/testmoments/limits.rules.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import type { ScheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import { scheduleRefusalTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { ApiError } from '#src/api/api-error.ts'
import {
  readTypedDate,
  readTypedDateTime,
  type TypedDate,
  type TypedDateTime,
  typedDateOf,
  typedDateTimeOf,
} from '#src/parts/typed-time.ts'
import { isPlaceProblem, type PlaceDraft, type PlaceProblem, placeDraftOf, readPlaceDraft } from './place-fields.tsx'

export interface SettingsDraft extends PlaceDraft {
  date: TypedDate
  duration: Duration
  /** null for no limit */
  limit: string | null
  /** empty for no limit */
  seats: string
  enrollments_enabled: boolean
  /** empty if nothing is planned */
  opensAt: TypedDateTime
  closesAt: TypedDateTime
}

export const settingsOf = (testmoment: ManagedTestmoment): SettingsDraft => ({
  date: typedDateOf(testmoment.date),
  duration: testmoment.duration,
  ...placeDraftOf(testmoment),
  limit: testmoment.max_enrollments === 0 ? null : String(testmoment.max_enrollments),
  seats: typedSeatsOf(testmoment),
  enrollments_enabled: testmoment.enrollments_enabled,
  opensAt: typedDateTimeOf(testmoment.enrollments_open_at),
  closesAt: typedDateTimeOf(testmoment.enrollments_close_at),
})

const typedSeatsOf = ({ seats }: Pick<TestmomentFields, 'seats'>): string => (seats === 0 ? '' : String(seats))

/** Fields of new moments too; null while the date, a time, the limit or the seats are invalid: their fields show the error. */
export function readMoment(draft: Omit<SettingsDraft, 'enrollments_enabled' | 'opensAt' | 'closesAt'>) {
  const { duration, limit } = draft
  const date = readTypedDate(draft.date)
  const max_enrollments = limit === null ? 0 : readTypedLimit(limit)
  const seats = readTypedSeats(draft.seats)
  const place = readPlaceDraft(draft, duration)
  if (!date.valid || !place || max_enrollments === null || seats === null) return null
  return { date: date.day, duration, ...place, max_enrollments, seats }
}

/** Edit to save; null while a field is invalid. */
export function editOf(draft: SettingsDraft): TestmomentFields | null {
  const { enrollments_enabled, opensAt, closesAt } = draft
  const moment = readMoment(draft)
  const [opening, closing] = [readTypedDateTime(opensAt), readTypedDateTime(closesAt)]
  if (!moment || !opening.valid || !closing.valid) return null
  return {
    ...moment,
    enrollments_enabled,
    enrollments_open_at: opening.instant,
    enrollments_close_at: closing.instant,
  }
}

export interface ScheduleProblems {
  opensAt?: string
  closesAt?: string
}

const fields = {
  'opening-past': 'opensAt',
  'closing-past': 'closesAt',
  'opening-too-late': 'opensAt',
  'closing-too-late': 'closesAt',
  'schedule-reversed': 'closesAt',
} satisfies Record<ScheduleRefusal, keyof ScheduleProblems>

export const scheduleProblems = (refusal: FieldRefusal | null): ScheduleProblems =>
  isScheduleRefusal(refusal) ? { [fields[refusal]]: scheduleRefusalTexts[refusal] } : {}

export type FieldRefusal = PlaceProblem | ScheduleRefusal

/** Field that the server refused; null for other failures. */
export function fieldRefusalOf(failure: unknown): FieldRefusal | null {
  const reason = failure instanceof ApiError ? failure.reason : null
  return isPlaceProblem(reason) || isScheduleRefusal(reason) ? reason : null
}

const isScheduleRefusal = (reason: string | null): reason is ScheduleRefusal => reason !== null && reason in fields
