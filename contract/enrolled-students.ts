import { endpoint } from './endpoint.ts'
import type * as schemas from './enrolled-students.schema.ts'

/** Lists the students of a test moment. This and the acts on many are for administrators. */
export const listEnrolledStudents = endpoint<typeof schemas.listEnrolledStudentsSchemas>(
  'GET',
  '/testmoment/:id/students/:paging',
)

/** Previews an act on many students, for each of them, by the current rules. Changes nothing. */
export const previewGroupAct = endpoint<typeof schemas.previewGroupActSchemas>(
  'POST',
  '/testmoment/:id/students/preview',
  { kind: 'question' },
)

/**
 * Carries out the act for some students, who get `message` if something changed. Repeatable: a student in the requested state
 * is `already`, and nobody is notified twice. After a 503, part of it may be done.
 */
export const carryOutGroupAct = endpoint<typeof schemas.carryOutGroupActSchemas>(
  'POST',
  '/testmoment/:id/students',
  'enrollmentsChanged',
)
