import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { idSchema, instantSchema, timeOfDaySchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { MOST_DAYS_BEFORE, MOST_MODULES, MOST_MOMENTS } from './limits.rules.ts'
import { seatsSchema } from './testmoment.schema.ts'

/** Planned time: the same instant for all moments, or a number of days before the first day of each. Null removes it. */
const plannedTimeSchema = z
  .union([
    z.object({ at: instantSchema }),
    z.object({ days_before: z.int().min(0).max(MOST_DAYS_BEFORE), time: timeOfDaySchema }),
  ])
  .nullable()
export type PlannedTime = z.infer<typeof plannedTimeSchema>

/** Act of a teacher on many moments; times that are left out stay the same. */
export const momentsActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('close') }),
  z.object({ kind: z.literal('plan'), opening: plannedTimeSchema.optional(), closing: plannedTimeSchema.optional() }),
  z.object({ kind: z.literal('seats'), seats: seatsSchema }),
  z.object({
    kind: z.literal('modules'),
    how: z.enum(['add', 'remove', 'replace']),
    module_ids: z.array(idSchema).min(1).max(MOST_MODULES),
  }),
  z.object({ kind: z.literal('delete') }),
])
export type MomentsAct = z.infer<typeof momentsActSchema>

export const momentIdsSchema = z.array(idSchema).min(1).max(MOST_MOMENTS)

export const momentActRefusals = /* @__PURE__ */ [
  'not-found',
  'offers-all',
  'testmoment-recorded',
  'opening-past',
  'closing-past',
  'opening-too-late',
  'closing-too-late',
  'schedule-reversed',
] as const
export type MomentActRefusal = (typeof momentActRefusals)[number]

const count = z.int().min(0)

export const plannedMomentSchema = z.object({
  id: idSchema,
  /** null once deleted */
  testmoment: whenAndWhereSchema.nullable(),
  version: versionSchema.nullable(),
  /** `already`: nothing would change */
  outcome: z.enum(['will', 'already', 'refused']),
  refusal: z.enum(momentActRefusals).nullable(),
  changes: z.array(z.object({ label: z.string(), old: z.string(), new: z.string() })),
  enrollments_deleted: count,
  students: count,
  waits_ended: count,
  students_concerned: count,
  students_above_seats: count,
  students_promoted: count,
  closes_earlier: z.boolean(),
  opens_all_modules: z.boolean(),
  last_testmoment: z.boolean(),
})
export type PlannedMoment = z.infer<typeof plannedMomentSchema>

export const momentsPreviewSchema = z.object({
  /** in the order of the request */
  moments: z.array(plannedMomentSchema),
  /** students of all moments together, each counted once */
  students_concerned: count,
  /** must be sent with the act; null if nothing would be done */
  confirmation: z.string().nullable(),
})
export type MomentsPreview = z.infer<typeof momentsPreviewSchema>
