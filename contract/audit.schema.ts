import { auditEntrySchema, auditResourceSchema } from '#domain/audit/audit.schema.ts'
import type { listAudit } from './audit.ts'
import { idTextSchema, type SchemasOf } from './endpoint.schema.ts'
import { listReplySchema } from './list.schema.ts'
import { fromCursorSchema } from './paging.schema.ts'

export const listAuditSchemas = {
  querystring: fromCursorSchema.extend({
    resource: auditResourceSchema.optional(),
    resource_id: idTextSchema.optional(),
  }),
  reply: listReplySchema(auditEntrySchema),
} satisfies SchemasOf<typeof listAudit>
