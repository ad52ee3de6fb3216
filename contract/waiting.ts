import type { Enrollment, WithAboveSeats } from '#domain/enrollments/enrollment.schema.ts'
import type { StudentFilter } from '#domain/enrollments/group-act.schema.ts'
import type { MomentSeats, WaitingEntry, WaitingOutcome, WaitingWish } from '#domain/enrollments/waiting.schema.ts'
import type { WaitingCounts, WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { type ById, type ByPaging, type EntityReply, endpoint, type FromCursor, type ListReply } from './endpoint.ts'

/** How it stands with the seats at current moments that have them, and where a student waits. */
export interface SeatsReply {
  entities: MomentSeats[]
  waiting: WaitingEntry[]
  /** what became of their waiting and was not put away yet, the latest first */
  outcomes: WaitingOutcome[]
  /** `wait`: where to ask for a place in line, for the student themselves and administrators */
  _links: { wait?: Link }
}

/** By a student's link `seats`. Small, apart from the lists, and tagged by what it says. */
export const readSeats = endpoint<{ params: ById; reply: SeatsReply }>('GET', '/user/:id/seats')

/**
 * A place in line: 201 with it, 200 where they have it already. Who finds a seat by then is enrolled instead: 201 with
 * `enrollment`. Refused (422) as enrolling is, for every reason but `moment-full`.
 */
export const joinWaiting = endpoint<{
  body: WaitingWish
  reply: { entity: WaitingEntry | null; enrollment: Enrollment | null }
}>('POST', '/waiting', 'seatsChanged')

/** By an entry's link `leave`, for the student; for administrators it takes the student off the list, who is notified. */
export const leaveWaiting = endpoint<{ params: ById; reply: EntityReply<WaitingEntry> }>(
  'DELETE',
  '/waiting/:id',
  'seatsChanged',
)

/** By an outcome's link `seen`: it is not shown again. */
export const seeWaitingOutcome = endpoint<{ params: ById; reply: EntityReply<WaitingOutcome> }>(
  'PUT',
  '/waiting/outcome/:id/seen',
)

/** The line of a test moment, by the moment's link `waiting`. For administrators, as giving a seat is. */
export const listWaiting = endpoint<{
  params: ById & ByPaging
  query: FromCursor & StudentFilter
  reply: ListReply<WaitingStudent> & { counts: WaitingCounts }
}>('GET', '/testmoment/:id/waiting/:paging')

/**
 * By an entry's link `promote`: a seat for a waiting student, regardless of those before them. Refused (422) as enrolling or moving them is,
 * and as `moment-full` where all seats are taken; 404 when the entry is gone.
 */
export const promoteWaiting = endpoint<{ params: ById; body: WithAboveSeats | null; reply: EntityReply<Enrollment> }>(
  'POST',
  '/waiting/:id/promote',
  'enrollmentsChanged',
)
