import { z } from 'zod'
import { auditEntrySchema, auditFilterSchema } from '#domain/audit/audit.schema.ts'
import { linkSchema } from '#domain/entities/entity.schema.ts'
import { read } from './call.schema.ts'
import { exampleLink, fileSchema, fromCursorSchema, idTextSchema, shown } from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { XLSX } from './endpoint.ts'
import { staff } from './proofs.ts'

const exampleEntry: z.infer<typeof auditEntrySchema> = {
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
  parts: 1,
  first_id: 310,
}
shown(auditEntrySchema, exampleEntry)

const filter = auditFilterSchema.extend({
  actor: z.union([z.enum(['system', 'deleted']), idTextSchema]).optional(),
  resource_id: idTextSchema.optional(),
  import_id: idTextSchema.optional(),
})

/**
 * In pages of 50, an act on several records on one line. A page may have fewer and still have a next one, if the filter
 * matches rarely.
 */
export const listAudit = read('/audit', {
  reach: 'administration',
  summary: 'What administrators and schedules did, the latest first; all of it, or by whom, about what and when',
  querystring: filter.extend(fromCursorSchema.shape),
  reply: shown(
    z.object({
      entities: z.array(auditEntrySchema),
      asked: z.object({
        actor: z.string().nullable(),
        subject: z.string().nullable(),
        import: z.string().nullable(),
      }),
      _links: z.object({ next: linkSchema.optional(), export: linkSchema }),
    }),
    {
      entities: [exampleEntry],
      asked: { actor: 'Anja Smit', subject: null, import: null },
      _links: { export: exampleLink('GET', '/audit/export?actor=4') },
    },
  ),
})

export const exportAudit = read('/audit/export', {
  reach: 'administration',
  proof: staff,
  summary: 'The same lines as an .xlsx, as long as they are no more than a file may have',
  reasons: ['audit-too-long'],
  querystring: filter,
  reply: fileSchema(XLSX, 'PK…'),
})

export type AuditReply = ReplyOf<typeof listAudit>
