import { z } from 'zod'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { enrollmentMakerSchema, enrollmentSchema } from './enrollment.schema.ts'

/** A student of a moment, with all that they take there: `id` is the student's. */
export const enrolledStudentSchema = userSchema
  .pick({ id: true, username: true, first_name: true, last_name: true, student_number: true, class_group: true })
  .extend({
    department: z.string().nullable(),
    enrollments: z.array(
      enrollmentSchema.pick({ id: true, module_id: true, module_name: true, created_at: true }).extend({
        /** null of those from before it was kept */
        maker: enrollmentMakerSchema.nullable(),
        /** the administrator's, while the account is there */
        maker_name: z.string().nullable(),
      }),
    ),
  })
export type EnrolledStudent = z.infer<typeof enrolledStudentSchema>

/** How many there are, whatever is searched for; and `found`, how many students that finds. */
export const enrolledCountsSchema = z.object({
  students: z.int().min(0),
  tests: z.int().min(0),
  found: z.int().min(0),
  /** students with a presence noted at some module, and those noted as absent at one */
  noted: z.int().min(0),
  absent: z.int().min(0),
  /** those that anybody takes there, by name */
  modules: z.array(
    moduleSchema.pick({ id: true, name: true }).extend({ students: z.int().min(1), absent: z.int().min(0) }),
  ),
})
export type EnrolledCounts = z.infer<typeof enrolledCountsSchema>

/** Columns that the list can be sorted by; `enrolled`: since when the student is enrolled. */
export const enrolledStudentSorts = ['name', 'student_number', 'department', 'enrolled'] as const
