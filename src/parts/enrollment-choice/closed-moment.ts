import type { MoveRefusal } from '#domain/enrollments/move.rules.ts'

/** Whether a refusal says that the moment is closed now, rather than something of the student, the module or its room. */
const closes = {
  'schoolyear-inactive': false,
  'testmoment-past': false,
  'enrollments-closed': true,
  'module-unavailable': false,
  'module-completed': false,
  'existing-enrollment': false,
  'no-slots-left': false,
  'moment-full': false,
  'test-recorded': false,
} satisfies Record<MoveRefusal, boolean>

export const isOfClosedMoment = (refusal: MoveRefusal): boolean => closes[refusal]
