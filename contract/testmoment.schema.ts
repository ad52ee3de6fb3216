import { z } from 'zod'
import { calendarDaySchema } from '#domain/calendar/calendar.schema.ts'
import { versionSchema } from '#domain/entities/entity.schema.ts'
import {
  durationSchema,
  managedTestmomentSchema,
  testmomentCreationSchema,
  testmomentEditPreviewSchema,
  testmomentEditSchema,
  testmomentModuleListSchema,
  testmomentModuleSchema,
} from '#domain/testmoments/testmoment.schema.ts'
import { confirmedSchema } from './confirmation.schema.ts'
import { byIdSchema, idTextSchema, type SchemasOf } from './endpoint.schema.ts'
import { fileSchema } from './file.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import { PDF, XLSX } from './media-type.ts'
import { byPagingSchema, fromCursorSchema, sortedSchema } from './paging.schema.ts'
import type * as testmoment from './testmoment.ts'

const bySchoolyearSchema = z.object({ schoolyear_id: idTextSchema })
const inSchoolyearSchema = bySchoolyearSchema.extend(byIdSchema.shape)

export const listTestmomentsSchemas = {
  params: bySchoolyearSchema.extend(byPagingSchema.shape),
  querystring: fromCursorSchema.extend(sortedSchema('date', 'students').shape),
  reply: listReplySchema(managedTestmomentSchema),
} satisfies SchemasOf<typeof testmoment.listTestmoments>

export const createTestmomentSchemas = {
  params: bySchoolyearSchema,
  querystring: confirmedSchema,
  body: testmomentCreationSchema,
  reply: entityReplySchema(managedTestmomentSchema),
} satisfies SchemasOf<typeof testmoment.createTestmoment>

export const getTestmomentSchemas = {
  params: inSchoolyearSchema,
  querystring: z.object({ with: z.literal('enrollments').optional() }),
  reply: managedTestmomentSchema,
} satisfies SchemasOf<typeof testmoment.getTestmoment>

export const editTestmomentSchemas = {
  params: inSchoolyearSchema,
  querystring: confirmedSchema,
  body: testmomentEditSchema,
  reply: entityReplySchema(managedTestmomentSchema).extend(testmomentEditPreviewSchema.shape),
} satisfies SchemasOf<typeof testmoment.editTestmoment>

export const deleteTestmomentSchemas = {
  params: inSchoolyearSchema,
  querystring: confirmedSchema,
  reply: entityReplySchema(managedTestmomentSchema).extend({ enrollments_deleted: z.int().min(0) }),
} satisfies SchemasOf<typeof testmoment.deleteTestmoment>

export const previewTestmomentEditSchemas = {
  params: byIdSchema,
  querystring: z.object({
    date: calendarDaySchema.optional(),
    duration: durationSchema.optional(),
    max_enrollments: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.int().max(1_000))
      .optional(),
  }),
  reply: testmomentEditPreviewSchema,
} satisfies SchemasOf<typeof testmoment.previewTestmomentEdit>

const modulesReplySchema = entityReplySchema(
  z.object({ entities: z.array(testmomentModuleSchema), version: versionSchema }),
).extend({
  enrollments_made: z.int().min(0),
  enrollments_deleted: z.int().min(0),
})

export const listTestmomentModulesSchemas = {
  params: byIdSchema,
  reply: listReplySchema(testmomentModuleSchema),
} satisfies SchemasOf<typeof testmoment.listTestmomentModules>

const editModulesSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: testmomentModuleListSchema,
  reply: modulesReplySchema,
}

export const replaceTestmomentModulesSchemas = editModulesSchemas satisfies SchemasOf<
  typeof testmoment.replaceTestmomentModules
>

export const addTestmomentModulesSchemas = editModulesSchemas satisfies SchemasOf<
  typeof testmoment.addTestmomentModules
>

export const exportTestmomentSchemas = { params: byIdSchema, reply: fileSchema(XLSX) } satisfies SchemasOf<
  typeof testmoment.exportTestmoment
>

export const downloadPresenceChecklistSchemas = { params: byIdSchema, reply: fileSchema(PDF) } satisfies SchemasOf<
  typeof testmoment.downloadPresenceChecklist
>
