import type { AuditEntry, AuditFilter } from '#domain/audit/audit.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { endpoint, type FromCursor } from './endpoint.ts'

export interface AuditReply {
  entities: AuditEntry[]
  /** what the filter names by an id, as it is called now: who did it, about which record, of which import */
  asked: { actor: string | null; subject: string | null; import: string | null }
  _links: { next?: Link | undefined; export: Link }
}

/**
 * What administrators and schedules did, the latest first; pages of 50. A page may hold fewer and go on all the same,
 * where what is asked for is rare. For administrators.
 */
export const listAudit = endpoint<{ query: AuditFilter & FromCursor; reply: AuditReply }>('GET', '/audit')

/** By the list's link `export`: the same lines as an .xlsx, which itself is noted. */
export const exportAudit = endpoint<{ query: AuditFilter; reply: string }>('GET', '/audit/export')
