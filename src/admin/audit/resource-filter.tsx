import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { auditResourceLabels, isAuditResource } from '#domain/audit/audit.texts.ts'
import { SelectField } from '#src/ui/field/select-field.tsx'

interface ResourceFilterProps {
  value: AuditResource | undefined
  onChange: (resource: AuditResource | undefined) => void
}

export const ResourceFilter = ({ value, onChange }: ResourceFilterProps) => (
  <div>
    <SelectField
      label="Laat zien"
      value={value ?? ''}
      onChange={({ target }) => onChange(isAuditResource(target.value) ? target.value : undefined)}
    >
      <option value="">Alles</option>
      {Object.entries(auditResourceLabels).map(([resource, label]) => (
        <option key={resource} value={resource}>
          {label}
        </option>
      ))}
    </SelectField>
  </div>
)
