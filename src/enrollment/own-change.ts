import type { Endpoint, ListReply, ReplyOf } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments, readSeats } from '#contract/first-reads.gen.ts'
import type { SeatsReply } from '#contract/waiting.calls.ts'
import type { Enrollment, KnownModuleStatus, ModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Attempt, MoveAttempt } from './attempt.ts'

/**
 * Outcome of a student's attempt:
 * - `left`: off the waiting list
 * - `unanswered`: the server has not answered, so its outcome is unknown
 * - `undone`: the attempt was refused, or turned out not to be carried out
 */
export type OwnChange =
  | { type: 'enrolled'; enrollment: Enrollment }
  | { type: 'unenrolled'; attempt: Attempt }
  | { type: 'moved'; enrollment: Enrollment; attempt: MoveAttempt }
  | { type: 'waiting'; entry: WaitingEntry; attempt: Attempt }
  | { type: 'left'; attempt: Attempt }
  | { type: 'unanswered'; attempt: Attempt }
  | { type: 'undone'; attempt: Attempt }

interface Amending {
  links: Pick<User['_links'], 'module_statuses' | 'testmoments' | 'seats'>
  /** changes a cached list; the next one from the server replaces it */
  amend: <E extends Endpoint>(target: E, link: Link, change: (reply: ReplyOf<E>) => ReplyOf<E>) => void
  /** makes the screens show the change */
  show: () => void
}

/** Applies a change to all lists that contain it, and to the screen, before the server sends them again. */
export function amendLists({ links, amend, show }: Amending, change: OwnChange): void {
  const { module_statuses, testmoments, seats } = links
  if (!module_statuses || !testmoments) return
  let moments: readonly Testmoment[] = []
  amend(listUserTestmoments, testmoments, (list) => {
    moments = list.entities
    return withRows(list, changedMoments(list.entities, change))
  })
  amend(listModuleStatuses, module_statuses, (list) => withRows(list, changedStatuses(list.entities, change, moments)))
  if (seats) amend(readSeats, seats, (known) => changedSeats(known, change))
  show()
}

const withRows = <Row>(list: ListReply<Row>, entities: readonly Row[]): ListReply<Row> =>
  entities === list.entities ? list : { ...list, entities: [...entities] }

export const changedStatuses = (
  statuses: readonly KnownModuleStatus[],
  change: OwnChange,
  testmoments: readonly Testmoment[],
): readonly KnownModuleStatus[] =>
  replaced(statuses, (status) =>
    status.module.id === moduleOf(change) ? changedStatus(status, change, testmoments) : status,
  )

/** The moments with the change applied; they contain the student's enrollments too. */
export const changedMoments = (testmoments: readonly Testmoment[], change: OwnChange): readonly Testmoment[] =>
  replaced(testmoments, (testmoment) => {
    const others = testmoment.enrollments.filter((held) => !isEnded(held, change))
    const added = isMade(change) && change.enrollment.testmoment_id === testmoment.id ? [change.enrollment] : []
    const isSame = added.length === 0 && others.length === testmoment.enrollments.length
    return isSame ? testmoment : { ...testmoment, enrollments: [...others, ...added] }
  })

/** A student who enrolls is off the list. Only the server counts free seats. */
export function changedSeats(seats: SeatsReply, change: OwnChange): SeatsReply {
  const isAbout = (entry: WaitingEntry) => {
    const { testmoment_id, module_id } = isMade(change) ? change.enrollment : change.attempt.enrollment
    return entry.testmoment_id === testmoment_id && entry.module_id === module_id
  }
  const isOver = change.type === 'waiting' || change.type === 'left' || isMade(change)
  const others = seats.waiting.filter((entry) => !(isOver && isAbout(entry)))
  const added = change.type === 'waiting' ? [change.entry] : []
  const isSame = added.length === 0 && others.length === seats.waiting.length
  return isSame ? seats : { ...seats, waiting: [...others, ...added] }
}

/** Returns the same array if no row changes, so that the device's cached list still equals the server's. */
function replaced<Row>(rows: readonly Row[], change: (row: Row) => Row): readonly Row[] {
  const changed = rows.map(change)
  return changed.some((row, index) => row !== rows[index]) ? changed : rows
}

function changedStatus(
  known: KnownModuleStatus,
  change: OwnChange,
  testmoments: readonly Testmoment[],
): KnownModuleStatus {
  if (change.type === 'undone' && !known.unanswered) return known
  const { unanswered: _, ...status } = known
  if (change.type === 'undone') return status
  if (change.type === 'unanswered') return { ...status, unanswered: unansweredIn(status, change.attempt) }
  const enrollments = Object.fromEntries(
    Object.entries(status.enrollments).filter(([, { enrollment }]) => !isEnded(enrollment, change)),
  )
  const testmoment = isMade(change) && testmoments.find(({ id }) => id === change.enrollment.testmoment_id)
  if (testmoment) enrollments[testmoment.id] = { enrollment: change.enrollment, testmoment }
  return { ...status, enrollments }
}

function unansweredIn({ enrollments }: ModuleStatus, attempt: Attempt): KnownModuleStatus['unanswered'] {
  const { wish, enrollment, moment } = attempt
  const from = Object.values(enrollments).find((held) => wish === 'moved' && isMovedBy(attempt, held.enrollment))
  const { date, duration, location, starts_at, ends_at } = moment
  return {
    wish,
    testmoment: { id: enrollment.testmoment_id, date, duration, location, starts_at, ends_at },
    from_id: from?.testmoment.id ?? null,
  }
}

const moduleOf = (change: OwnChange): number =>
  'attempt' in change ? change.attempt.enrollment.module_id : change.enrollment.module_id

const isMade = (change: OwnChange) => change.type === 'enrolled' || change.type === 'moved'

/** Whether the change ends this enrollment, or replaces it by a newer version of itself. */
function isEnded(held: Enrollment, change: OwnChange): boolean {
  if (change.type === 'moved' && isMovedBy(change.attempt, held)) return true
  if (change.type !== 'unenrolled' && !isMade(change)) return false
  const { testmoment_id, module_id } = isMade(change) ? change.enrollment : change.attempt.enrollment
  return held.testmoment_id === testmoment_id && held.module_id === module_id
}

/** Whether the attempt moves this enrollment to another moment. */
const isMovedBy = ({ link }: Attempt, { _links }: Enrollment): boolean => _links.move?.href === link.href
