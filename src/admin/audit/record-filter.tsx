import { Link } from '@tanstack/react-router'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { auditResourceLabels } from '#domain/audit/audit.texts.ts'
import styles from './audit.module.css'

interface RecordFilterProps {
  resource: AuditResource
  /** what the record is called; unknown while nothing was done to it */
  subject: string | undefined
}

/** Which record's log this is, and the way back to all. */
export const RecordFilter = ({ resource, subject = '' }: RecordFilterProps) => (
  <div className={styles.record}>
    <h2>
      {auditResourceLabels[resource]} {subject}
    </h2>
    <Link to="/admin/audit">Het hele logboek</Link>
  </div>
)
