import type * as schemas from './audit.schema.ts'
import { endpoint, type ReplyOf } from './endpoint.ts'

/**
 * Lists acts of administrators and schedules, latest first, in pages of 50; an act on several records is one line. A page may
 * have fewer and still have a next one, if the filter matches rarely. For administrators.
 */
export const listAudit = endpoint<typeof schemas.listAuditSchemas>('GET', '/audit')
export type AuditReply = ReplyOf<typeof listAudit>

/** Exports the same lines as an .xlsx; the export is logged too. The list's link `export`. */
export const exportAudit = endpoint<typeof schemas.exportAuditSchemas>('GET', '/audit/export')
