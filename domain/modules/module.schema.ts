import { z } from 'zod'
import { enrollmentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { idSchema, linkSchema, schoolNameSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { textSchema } from '#domain/entities/text.schema.ts'
import { testmomentSchema, type WhenAndWhere } from '#domain/testmoments/testmoment.schema.ts'

/** `name` is the short code by which the school knows the module; it never changes after creation. */
export const moduleSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  /** put away, and so out of use: it stays where it hangs, and stands in no list or picker */
  archived: z.boolean(),
  version: versionSchema,
})
export type Module = z.infer<typeof moduleSchema>
export const moduleFieldNames = moduleSchema.keyof().options

/** As it stands in the list of modules; with `delete` while nothing hangs on it, and what does is told by `use`. */
export const listedModuleSchema = moduleSchema.extend({
  _links: z.object({
    edit: linkSchema.optional(),
    use: linkSchema.optional(),
    archive: linkSchema.optional(),
    unarchive: linkSchema.optional(),
    delete: linkSchema.optional(),
  }),
})
export type ListedModule = z.infer<typeof listedModuleSchema>

const count = z.int().min(0)

/** What hangs on a module, ever; the departments that hold it do not count among that. */
export const moduleUseSchema = z.object({
  enrollments: count,
  completions: count,
  /** places in line, and what became of such */
  waits: count,
  /** that list it */
  testmoments: count,
})
export type ModuleUse = z.infer<typeof moduleUseSchema>

/** The limit only bounds what is read. */
const descriptionSchema = textSchema(2_000)

export const moduleCreationSchema = z.object({ name: schoolNameSchema, description: descriptionSchema })
export type ModuleCreation = z.infer<typeof moduleCreationSchema>

/** What is left out stays as it is; a name is not read, since it never changes. */
export const moduleEditSchema = z.object({
  description: descriptionSchema.optional(),
  active: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type ModuleEdit = z.infer<typeof moduleEditSchema>

/** A moment at which a student is enrolled, with what decides whether they may unenroll there and enroll again. */
export const statusMomentSchema = testmomentSchema.pick({
  id: true,
  date: true,
  duration: true,
  location: true,
  starts_at: true,
  ends_at: true,
  enrollments_enabled: true,
  enrollments_close_at: true,
})
export type StatusMoment = z.infer<typeof statusMomentSchema>
export const statusMomentFieldNames = statusMomentSchema.keyof().options

/**
 * How one student stands with one module of their department. `enrollments` is keyed by test moment id and holds
 * those of the active school year; `enrollment_moment` is the earliest of them that is current, if any.
 */
export const moduleStatusSchema = z.object({
  module: z.object({ id: idSchema, name: z.string(), description: z.string() }),
  enrollments: z.record(z.string(), z.object({ enrollment: enrollmentSchema, testmoment: statusMomentSchema })),
  enrollment_moment: statusMomentSchema.nullable(),
  is_completed: z.boolean(),
  /** completed by a test that was passed: the student can't take that back */
  by_result: z.literal(true).optional(),
})
export type ModuleStatus = z.infer<typeof moduleStatusSchema>

/**
 * A change that was asked for and not answered, so that it may have been done: of the module, from the one moment to the
 * other. `waiting` and `left` are of the waiting list.
 */
export interface UnansweredWish {
  wish: 'enrolled' | 'unenrolled' | 'moved' | 'waiting' | 'left'
  testmoment: WhenAndWhere & { id: number }
  /** the moment that a move is from; null for others */
  from_id: number | null
}

/** As a device knows it: what it did not hear is no more in the server's next answer. */
export type KnownModuleStatus = ModuleStatus & { unanswered?: UnansweredWish | undefined }
