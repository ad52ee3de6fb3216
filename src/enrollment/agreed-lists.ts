import type { SeatsReply } from '#contract/waiting.ts'
import type { Enrollment, EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { KnownModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'

/** How it stands with seats and waiting; null while that is not known, and where nobody needs to know. */
export type Seats = SeatsReply | null

/** The lists of one student, each as the server said at some time. */
export interface AgreedLists {
  statuses: readonly KnownModuleStatus[]
  /** the current ones of the active school year */
  testmoments: readonly Testmoment[]
  seats: Seats
}

/**
 * The same lists without what contradicts: they were asked at different times. Of a seat and a place in line for the same
 * thing the one that was made later holds. A place in line of which the moment or the module is gone is none any more.
 * `knowsMoments` is false where the list of moments was never asked for.
 */
export function agree({ statuses, testmoments, seats }: AgreedLists, knowsMoments = true): AgreedLists {
  if (!seats || (knowsMoments && !testmoments.some(isLimited))) return { statuses, testmoments, seats: null }
  const waiting = seats.waiting.filter(
    (entry) =>
      (!knowsMoments || testmoments.some(({ id }) => id === entry.testmoment_id)) &&
      statuses.some(({ module, is_completed }) => module.id === entry.module_id && !is_completed) &&
      !isBefore(entry, enrollmentOf(statuses, entry)),
  )
  return {
    statuses: statuses.map((status) => withoutLeft(status, waiting)),
    testmoments,
    seats: { ...seats, waiting },
  }
}

/** `free` is for the rule of enrolling. Undefined without a limit, and while nothing is known of it. */
export const seatsAt = (seats: Seats | undefined, { id, seats: limit }: Pick<Testmoment, 'id' | 'seats'>) =>
  limit > 0 ? seats?.entities.find(({ testmoment_id }) => testmoment_id === id) : undefined

const isLimited = ({ seats }: Testmoment): boolean => seats > 0

/** The student's enrollment in that module at that moment. */
export const enrollmentOf = (
  statuses: readonly KnownModuleStatus[],
  { testmoment_id, module_id }: Pick<EnrollmentCreate, 'testmoment_id' | 'module_id'>,
): Enrollment | undefined =>
  statuses.find(({ module }) => module.id === module_id)?.enrollments[testmoment_id]?.enrollment

const isBefore = (entry: WaitingEntry, enrollment: Enrollment | undefined): boolean =>
  enrollment !== undefined && entry.created_at <= enrollment.created_at

/** Who joined the line after they enrolled has left since. */
function withoutLeft(status: KnownModuleStatus, waiting: readonly WaitingEntry[]): KnownModuleStatus {
  const left = waiting.filter(
    ({ module_id, testmoment_id }) => module_id === status.module.id && testmoment_id in status.enrollments,
  )
  if (left.length === 0) return status
  const enrollments = { ...status.enrollments }
  for (const { testmoment_id } of left) delete enrollments[testmoment_id]
  return { ...status, enrollments }
}
