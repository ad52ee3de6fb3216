import { auditEntrySchema, auditResourceSchema } from '#domain/audit/audit.schema.ts'
import type { listAudit } from './audit.ts'
import { fromCursorSchema, idTextSchema, listReplySchema, type SchemasOf, shown } from './endpoint.schema.ts'

shown(auditEntrySchema, {
  id: 310,
  at: '2026-03-10T09:00:00.000Z',
  actor_id: 4,
  actor: 'Anja Smit',
  action: 'edited',
  resource: 'testmoment',
  resource_id: 12,
  subject: 'vr 20 mrt 2026, 09:00–11:30 · Zaal 3.14',
  about: null,
  fields: ['seats'],
  changes: { seats: [80, 100] },
  import_id: null,
})

export const listAuditSchemas = {
  querystring: fromCursorSchema.extend({
    resource: auditResourceSchema.optional(),
    resource_id: idTextSchema.optional(),
  }),
  reply: listReplySchema(auditEntrySchema),
} satisfies SchemasOf<typeof listAudit>
