import type {
  EnrolledCounts,
  EnrolledStudent,
  enrolledStudentSorts,
} from '#domain/enrollments/enrolled-student.schema.ts'
import type {
  BatchAct,
  BatchTest,
  Group,
  GroupAct,
  PlannedPerson,
  SettledTest,
  StudentFilter,
} from '#domain/enrollments/group-act.schema.ts'
import type { WithMessage } from '#domain/messages/message.schema.ts'
import { type ById, type ByPaging, endpoint, type FromCursor, type ListReply, type Sorted } from './endpoint.ts'

/** The students of a test moment, one by one or many at once. All of it is for administrators. */
export const listEnrolledStudents = endpoint<{
  params: ById & ByPaging
  query: FromCursor & Sorted<(typeof enrolledStudentSorts)[number]> & StudentFilter
  reply: ListReply<EnrolledStudent> & { counts: EnrolledCounts }
}>('GET', '/testmoment/:id/students/:paging')

/** What an act on many would do to each, by the rules as they hold now. Nothing is changed. */
export const previewGroupAct = endpoint<{
  params: ById
  body: { act: GroupAct; group: Group }
  reply: { people: PlannedPerson[]; modules: { id: number; name: string }[] }
}>('POST', '/testmoment/:id/students/preview', { kind: 'question' })

/**
 * Carries the act out for some of them, who get `message` where something changed. It may be repeated: a student in the requested
 * state is `already`, and nobody is notified twice. Where not all of it could be decided (503) some of it may be done.
 */
export const carryOutGroupAct = endpoint<{
  params: ById
  body: { act: BatchAct; tests: BatchTest[] } & WithMessage
  reply: { tests: SettledTest[] }
}>('POST', '/testmoment/:id/students', 'enrollmentsChanged')
