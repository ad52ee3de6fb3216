import { z } from 'zod'
import {
  schoolyearCreationSchema,
  schoolyearEditSchema,
  schoolyearSchema,
} from '#domain/schoolyears/schoolyear.schema.ts'
import { confirmedSchema } from './confirmation.schema.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import { byPagingSchema, fromCursorSchema, sortedSchema } from './paging.schema.ts'
import type * as schoolyear from './schoolyear.ts'

export const getActiveSchoolyearSchemas = { reply: schoolyearSchema } satisfies SchemasOf<
  typeof schoolyear.getActiveSchoolyear
>

export const getSchoolyearSchemas = { params: byIdSchema, reply: schoolyearSchema } satisfies SchemasOf<
  typeof schoolyear.getSchoolyear
>

export const listSchoolyearsSchemas = {
  params: byPagingSchema,
  querystring: fromCursorSchema.extend(sortedSchema('name').shape),
  reply: listReplySchema(schoolyearSchema),
} satisfies SchemasOf<typeof schoolyear.listSchoolyears>

export const createSchoolyearSchemas = {
  body: schoolyearCreationSchema,
  reply: entityReplySchema(schoolyearSchema),
} satisfies SchemasOf<typeof schoolyear.createSchoolyear>

export const editSchoolyearSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: schoolyearEditSchema,
  reply: entityReplySchema(schoolyearSchema).extend({
    deactivated: schoolyearSchema.nullable(),
    enrollments_made: z.int().min(0),
  }),
} satisfies SchemasOf<typeof schoolyear.editSchoolyear>
