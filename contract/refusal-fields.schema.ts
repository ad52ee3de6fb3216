import { z } from 'zod'
import { consequencesSchema } from '#domain/consequences/consequence.schema.ts'
import { differenceSchema } from '#domain/entities/entity.schema.ts'
import { moduleUseSchema } from '#domain/modules/module.schema.ts'

export const plainRefusalSchema = <Reason extends string>(reasons: readonly Reason[]) =>
  z.object({ reason: z.enum(reasons), message: z.string() })

// More fields, each for one reason; contract/refusals.ts says which.

export const staleSchema = z.object({ entity: z.unknown(), differences: z.array(differenceSchema) })
export const confirmationNeededSchema = z.object({ consequences: consequencesSchema, confirmation: z.string() })
export const planChangedSchema = z.object({ preview: z.unknown() })
export const moduleInUseSchema = z.object({ use: moduleUseSchema })
export const usernameTakenSchema = z.object({ user_id: z.int().min(1).optional() })
export const schoolyearInUseSchema = z.object({ testmoments: z.int().min(1) })
export const doubledSchema = z.object({ students_doubled: z.int().min(1) })
export const roomFullSchema = z.object({ free: z.int().min(0) })
