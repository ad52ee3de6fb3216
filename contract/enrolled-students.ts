import { endpoint } from './endpoint.ts'
import type * as schemas from './enrolled-students.schema.ts'

/** The students of a test moment, one by one or many at once. All of it is for administrators. */
export const listEnrolledStudents = endpoint<typeof schemas.listEnrolledStudentsSchemas>(
  'GET',
  '/testmoment/:id/students/:paging',
)

/** What an act on many would do to each, by the rules as they hold now. Nothing is changed. */
export const previewGroupAct = endpoint<typeof schemas.previewGroupActSchemas>(
  'POST',
  '/testmoment/:id/students/preview',
  { kind: 'question' },
)

/**
 * Does it to some of them, who are told by `message` where something changed. It may be asked again: what is as was asked
 * for is `already`, and nobody is told twice. Where not all of it could be decided (503) some of it may be done.
 */
export const carryOutGroupAct = endpoint<typeof schemas.carryOutGroupActSchemas>(
  'POST',
  '/testmoment/:id/students',
  'enrollmentsChanged',
)
