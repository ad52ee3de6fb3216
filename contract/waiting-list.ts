import type { Enrollment, WithAboveSeats } from '#domain/enrollments/enrollment.schema.ts'
import type { StudentFilter } from '#domain/enrollments/group-act.schema.ts'
import type { WaitingCounts, WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import { type ById, type ByPaging, type EntityReply, endpoint, type FromCursor, type ListReply } from './endpoint.ts'

/** The line of a test moment, by the moment's link `waiting`. All of it is for administrators. */
export const listWaiting = endpoint<{
  params: ById & ByPaging
  query: FromCursor & StudentFilter
  reply: ListReply<WaitingStudent> & { counts: WaitingCounts }
}>('GET', '/testmoment/:id/waiting/:paging')

/**
 * By an entry's link `promote`: a seat for who waits, whoever is before them. Refused (422) as enrolling or moving them is,
 * and as `moment-full` where all seats are taken; 404 when the entry is gone.
 */
export const promoteWaiting = endpoint<{ params: ById; body: WithAboveSeats | null; reply: EntityReply<Enrollment> }>(
  'POST',
  '/waiting/:id/promote',
  'enrollmentsChanged',
)
