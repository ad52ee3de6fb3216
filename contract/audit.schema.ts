import { auditEntrySchema, auditResourceSchema } from '#domain/audit/audit.schema.ts'
import type { listAudit } from './audit.ts'
import { fromCursorSchema, idTextSchema, listReplySchema, type SchemasOf, shown } from './endpoint.schema.ts'

shown(auditEntrySchema, {
  id: 310,
  at: '2026-03-10T09:00:00.000Z',
  actor: 'Anja Smit',
  action: 'edited',
  resource: 'testmoment',
  resource_id: 12,
  subject: '20 mrt 2026',
  fields: ['max_enrollments'],
})

export const listAuditSchemas = {
  querystring: fromCursorSchema.extend({
    resource: auditResourceSchema.optional(),
    resource_id: idTextSchema.optional(),
  }),
  reply: listReplySchema(auditEntrySchema),
} satisfies SchemasOf<typeof listAudit>
