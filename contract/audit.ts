import type * as schemas from './audit.schema.ts'
import { endpoint, type ReplyOf } from './endpoint.ts'

/**
 * Actions of administrators and schedules, the latest first; pages of 50, in which an act on several records is one line. A page may hold fewer and have a next one all
 * the same, where the filter matches rarely. For administrators.
 */
export const listAudit = endpoint<typeof schemas.listAuditSchemas>('GET', '/audit')
export type AuditReply = ReplyOf<typeof listAudit>

/** Exports the same lines as an .xlsx, which itself is noted. The list's link `export`. */
export const exportAudit = endpoint<typeof schemas.exportAuditSchemas>('GET', '/audit/export')
