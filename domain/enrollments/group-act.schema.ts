import { z } from 'zod'
import { durationSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, textSchema } from '#domain/entities/entity.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { withAboveSeatsSchema } from './enrollment.schema.ts'
import { lineFaults, MAX_MODULES_AT_ONCE, MAX_PEOPLE } from './group-act.rules.ts'
import { moveRefusals } from './move.rules.ts'

const modulesSchema = z.array(idSchema).min(1).max(MAX_MODULES_AT_ONCE)

const { above_seats } = withAboveSeatsSchema.shape

/** Act of a teacher on many students of a moment. Without modules it concerns all that each student takes there. */
export const groupActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('enroll'), module_ids: modulesSchema, above_seats }),
  z.object({ kind: z.literal('unenroll'), module_ids: modulesSchema.optional() }),
  z.object({ kind: z.literal('move'), testmoment_id: idSchema, module_ids: modulesSchema.optional(), above_seats }),
])
export type GroupAct = z.infer<typeof groupActSchema>

export const studentFilterSchema = z.object({
  search: textSchema(200).optional(),
  module_id: idSchema.optional(),
})
export type StudentFilter = z.infer<typeof studentFilterSchema>

/** Students of the act: listed by id, by the lines of a pasted list, or all of the moment's students that match a filter. */
export const groupSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('users'), user_ids: z.array(idSchema).min(1).max(MAX_PEOPLE) }),
  z.object({ by: z.literal('lines'), lines: z.array(textSchema(1_000)).min(1).max(MAX_PEOPLE) }),
  z.object({
    by: z.literal('filter'),
    filter: studentFilterSchema,
    except: z.array(idSchema).max(MAX_PEOPLE).optional(),
  }),
])
export type Group = z.infer<typeof groupSchema>

/** Why an act is refused for a student: by a rule, or since the enrollment or student does not exist any more. */
export const obstacleSchema = z.object({
  refusal: z.enum([...moveRefusals, 'not-found']),
  /** half of a move that is refused: leaving this moment, or enrolling at the other */
  half: z.enum(['leaving', 'enrolling']).optional(),
  /** for `existing-enrollment`: the moment where the student takes the module */
  held: z.object({ date: z.iso.date(), duration: durationSchema }).optional(),
})
export type Obstacle = z.infer<typeof obstacleSchema>

/** Planned outcome for one student in one module. `already`: nothing would change. */
export const plannedTestSchema = z.object({
  module_id: idSchema,
  outcome: z.enum(['will', 'already', 'refused']),
  /** the act is possible although no seat is free; it must be requested with `above` */
  above: z.boolean().optional(),
  obstacle: obstacleSchema.optional(),
})
export type PlannedTest = z.infer<typeof plannedTestSchema>

/** One line or student, in the order of the request. */
export const plannedPersonSchema = z.object({
  /** line as pasted; empty if nothing was pasted */
  text: z.string(),
  /** null if it names nobody */
  user: userSchema
    .pick({ id: true, username: true, first_name: true, last_name: true, student_number: true })
    .nullable(),
  fault: z.enum(lineFaults).nullable(),
  /** empty for a line with a fault, and for a student without enrollments to end or move there */
  tests: z.array(plannedTestSchema),
})
export type PlannedPerson = z.infer<typeof plannedPersonSchema>

/** Part of a plan that is carried out now: enrolling names a module with each student, so the act has none. */
export const batchActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('enroll') }),
  z.object({ kind: z.literal('unenroll') }),
  z.object({ kind: z.literal('move'), testmoment_id: idSchema }),
])
export type BatchAct = z.infer<typeof batchActSchema>

const testOfStudentSchema = z.object({ user_id: idSchema, module_id: idSchema })

/** Each test says whether it may go above the seats: only as many do as the teacher confirmed. */
export const batchTestSchema = testOfStudentSchema.extend({ above_seats })
export type BatchTest = z.infer<typeof batchTestSchema>

/** Outcome for one student; also `already` if a lost request is repeated. */
export const settledTestSchema = testOfStudentSchema.extend({
  outcome: z.enum(['done', 'already', 'refused']),
  obstacle: obstacleSchema.optional(),
})
export type SettledTest = z.infer<typeof settledTestSchema>
