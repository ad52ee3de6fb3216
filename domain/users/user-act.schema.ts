import { z } from 'zod'
import { idSchema, textSchema } from '#domain/entities/entity.schema.ts'
import { personSchema } from '#domain/users/user.schema.ts'
import { MAX_USERS, userObstacles } from './user-act.rules.ts'
import { userFilterSchema } from './user-filter.schema.ts'

const carriedOut = [
  z.object({ kind: z.literal('invite') }),
  z.object({ kind: z.literal('department'), education_department_id: idSchema }),
  /** null for none; `classGroupRefusal` says what it may be like */
  z.object({ kind: z.literal('class-group'), class_group: textSchema(1_000).nullable() }),
  z.object({ kind: z.literal('delete') }),
] as const

export const batchUserActSchema = z.discriminatedUnion('kind', carriedOut)
export type BatchUserAct = z.infer<typeof batchUserActSchema>

/** An act that can be previewed. A message is only previewed here: it is written and sent elsewhere. */
export const userActSchema = z.discriminatedUnion('kind', [...carriedOut, z.object({ kind: z.literal('message') })])
export type UserAct = z.infer<typeof userActSchema>

export const userGroupSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('users'), user_ids: z.array(idSchema).min(1).max(MAX_USERS) }),
  z.object({
    by: z.literal('filter'),
    filter: userFilterSchema,
    except: z.array(idSchema).max(MAX_USERS).optional(),
  }),
])
export type UserGroup = z.infer<typeof userGroupSchema>

/** Planned outcome for one user. `already`: the user has that state, or got it a moment ago. */
export const plannedUserSchema = personSchema.omit({ student_number: true }).extend({
  outcome: z.enum(['will', 'already', 'refused']),
  obstacle: z.enum(userObstacles).optional(),
  /** enrollments that would end or be made, and results that would be deleted; left out if there are none */
  ends: z.int().min(1).optional(),
  makes: z.int().min(1).optional(),
  results: z.int().min(1).optional(),
})
export type PlannedUser = z.infer<typeof plannedUserSchema>

/** User with the number of enrollments that were confirmed to end; no more will end. */
export const batchUserSchema = z.object({ id: idSchema, ends: z.int().min(0).optional() })
export type BatchUser = z.infer<typeof batchUserSchema>

/** Outcome for one user; also `already` if a lost request is repeated. */
export const settledUserSchema = z.object({
  id: idSchema,
  outcome: z.enum(['done', 'already', 'refused']),
  obstacle: z.enum(userObstacles).optional(),
})
export type SettledUser = z.infer<typeof settledUserSchema>
