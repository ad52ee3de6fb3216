import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '#domain/audit/audit.schema.ts'
import { auditResourceLabels } from '#domain/audit/audit.texts.ts'
import { auditActionLabel } from '#domain/audit/audit-fields.texts.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Column } from '#src/ui/table.tsx'

export const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'at',
    label: 'Wanneer',
    cell: ({ at }) => (
      <time dateTime={at} title={instantLabel(at, 'any-time')}>
        {instantLabel(at, Date.now())}
      </time>
    ),
  },
  { key: 'actor', label: 'Wie', cell: ({ actor }) => actor },
  {
    key: 'record',
    label: 'Wat',
    cell: ({ resource, resource_id, subject }) => (
      <Link to="/admin/audit" search={{ resource, resource_id }}>
        {auditResourceLabels[resource]} {subject}
      </Link>
    ),
  },
  { key: 'action', label: 'Handeling', cell: auditActionLabel },
]
