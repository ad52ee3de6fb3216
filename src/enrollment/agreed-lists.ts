import type { SeatsReply } from '#contract/waiting.calls.ts'
import type {
  Enrollment,
  EnrollmentCreate,
  KnownModuleStatus,
  Testmoment,
} from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'

/** Seats and waiting lists; null while unknown, and if no moment limits its seats. */
export type Seats = SeatsReply | null

/** Lists of one student, each as the server sent it at some time. */
export interface AgreedLists {
  statuses: readonly KnownModuleStatus[]
  /** current moments of the active school year */
  testmoments: readonly Testmoment[]
  seats: Seats
}

/**
 * Returns the same lists without contradictions, since they were requested at different times. If an enrollment and a place on
 * the waiting list are for the same module and moment, the newer one counts. A place whose moment or module is gone is dropped.
 * `knowsMoments` is false if the list of moments was never requested.
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

/** Seats of one moment; undefined without a limit, and while unknown. `free` is for the enrollment rule. */
export const seatsAt = (seats: Seats | undefined, { id, seats: limit }: Pick<Testmoment, 'id' | 'seats'>) =>
  limit > 0 ? seats?.entities.find(({ testmoment_id }) => testmoment_id === id) : undefined

const isLimited = ({ seats }: Testmoment): boolean => seats > 0

export const enrollmentOf = (
  statuses: readonly KnownModuleStatus[],
  { testmoment_id, module_id }: Pick<EnrollmentCreate, 'testmoment_id' | 'module_id'>,
): Enrollment | undefined =>
  statuses.find(({ module }) => module.id === module_id)?.enrollments[testmoment_id]?.enrollment

const isBefore = (entry: WaitingEntry, enrollment: Enrollment | undefined): boolean =>
  enrollment !== undefined && entry.created_at <= enrollment.created_at

/** Drops enrollments older than a place on the same waiting list: the student has unenrolled since. */
function withoutLeft(status: KnownModuleStatus, waiting: readonly WaitingEntry[]): KnownModuleStatus {
  const unenrolled = waiting.filter(
    ({ module_id, testmoment_id }) => module_id === status.module.id && testmoment_id in status.enrollments,
  )
  if (unenrolled.length === 0) return status
  const enrollments = { ...status.enrollments }
  for (const { testmoment_id } of unenrolled) delete enrollments[testmoment_id]
  return { ...status, enrollments }
}
