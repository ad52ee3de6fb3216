import { endpoint } from './endpoint.ts'
import type * as schemas from './enrolled-students.schema.ts'

/** The students of a test moment, one by one or many at once. All of it is for administrators. */
export const listEnrolledStudents = endpoint<typeof schemas.listEnrolledStudentsSchemas>(
  'GET',
  '/testmoment/:id/students/:paging',
)

/** Previews an act on many for each student, by the current rules. Nothing is changed. */
export const previewGroupAct = endpoint<typeof schemas.previewGroupActSchemas>(
  'POST',
  '/testmoment/:id/students/preview',
  { kind: 'question' },
)

/**
 * Carries the act out for some of them, who get `message` where something changed. It may be repeated: a student in the requested
 * state is `already`, and nobody is notified twice. Where not all of it could be decided (503) some of it may be done.
 */
export const carryOutGroupAct = endpoint<typeof schemas.carryOutGroupActSchemas>(
  'POST',
  '/testmoment/:id/students',
  'enrollmentsChanged',
)
