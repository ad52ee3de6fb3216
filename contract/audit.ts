import type { AuditEntry, AuditResource } from '#domain/audit/audit.schema.ts'
import { endpoint, type FromCursor, type ListReply } from './endpoint.ts'

export interface AuditQuery extends FromCursor {
  /** only about records of this kind, and with `resource_id` about one of them */
  resource?: AuditResource
  resource_id?: number
}

/** What administrators did, the latest first; pages of 50. For administrators. */
export const listAudit = endpoint<{ query: AuditQuery; reply: ListReply<AuditEntry> }>('GET', '/audit')
