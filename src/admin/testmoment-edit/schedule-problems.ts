import type { ScheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import { scheduleRefusalTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { ApiError } from '#src/api/api-error.ts'

/** What stands beside the two times. */
export interface ScheduleProblems {
  opensAt?: string
  closesAt?: string
}

const fields = {
  'opening-past': 'opensAt',
  'closing-past': 'closesAt',
  'opening-too-late': 'opensAt',
  'schedule-reversed': 'closesAt',
} satisfies Record<ScheduleRefusal, keyof ScheduleProblems>

export const scheduleProblems = (refusal: ScheduleRefusal | null): ScheduleProblems =>
  refusal === null ? {} : { [fields[refusal]]: scheduleRefusalTexts[refusal] }

/** Why the server refuses the times, when that is why it failed. */
export function scheduleRefusalOf(failure: unknown): ScheduleRefusal | null {
  const reason = failure instanceof ApiError ? failure.reason : null
  return isScheduleRefusal(reason) ? reason : null
}

const isScheduleRefusal = (reason: string | null): reason is ScheduleRefusal => reason !== null && reason in fields
