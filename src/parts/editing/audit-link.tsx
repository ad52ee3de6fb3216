import { Link } from '@tanstack/react-router'
import type { AuditResource } from '#domain/audit/audit.schema.ts'

interface AuditLinkProps {
  resource: AuditResource
  id: number
  /** e.g. 'Logboek van dit toetsmoment' */
  children: string
}

/** From an edit screen to what was done to its record. */
export const AuditLink = ({ resource, id, children }: AuditLinkProps) => (
  <p>
    <Link to="/admin/audit" search={{ resource, resource_id: id }}>
      {children}
    </Link>
  </p>
)
