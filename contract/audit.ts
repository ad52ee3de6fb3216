import type * as schemas from './audit.schema.ts'
import { endpoint, type ReplyOf } from './endpoint.ts'

/**
 * What administrators and schedules did, the latest first; pages of 50. A page may hold fewer and go on all the same,
 * where what is asked for is rare. For administrators.
 */
export const listAudit = endpoint<typeof schemas.listAuditSchemas>('GET', '/audit')
export type AuditReply = ReplyOf<typeof listAudit>

/** By the list's link `export`: the same lines as an .xlsx, which itself is noted. */
export const exportAudit = endpoint<typeof schemas.exportAuditSchemas>('GET', '/audit/export')
