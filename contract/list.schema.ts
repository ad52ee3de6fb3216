import { z } from 'zod'
import { linkSchema } from '#domain/entities/entity.schema.ts'

export const listReplySchema = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ entities: z.array(entity), _links: z.object({ next: linkSchema.optional() }) })

export const entityReplySchema = <Entity extends z.ZodType>(entity: Entity) => z.object({ entity })
