import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { MODULES, MOMENTS, STUDENTS } from './bench-school.ts'

/**
 * The n-th enrollment (from 0) of the bench school: never the same twice, and each allowed, since a student meets a module
 * once. Neighbours are of different students, as in a storm. `pgbenchScript` counts the same way.
 */
export function uniqueEnrollment(n: number): EnrollmentCreate {
  const student = n % STUDENTS
  const module = Math.floor(n / STUDENTS)
  if (module >= MODULES) throw new RangeError('The bench school has no more enrollments to give: it is too small.')
  return { user_id: student + 1, testmoment_id: ((student + module) % MOMENTS) + 1, module_id: module + 1 }
}
