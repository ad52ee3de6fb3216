import { useNavigate } from '@tanstack/react-router'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { auditResourceLabels, isAuditResource } from '#domain/audit/audit.texts.ts'
import { SelectField } from '#src/ui/field.tsx'
import styles from './audit.module.css'

/** What is done to enrollments stands with the student whom they are of. */
const kinds = Object.entries(auditResourceLabels).filter(([resource]) => resource !== 'enrollment')

export function ResourceFilter({ value }: { value: AuditResource | undefined }) {
  const navigate = useNavigate()
  const choose = (chosen: string) =>
    navigate({ to: '/admin/audit', search: isAuditResource(chosen) ? { resource: chosen } : {} })
  return (
    <div className={styles.kinds}>
      <SelectField label="Laat zien" value={value ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">Alles</option>
        {kinds.map(([resource, label]) => (
          <option key={resource} value={resource}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
