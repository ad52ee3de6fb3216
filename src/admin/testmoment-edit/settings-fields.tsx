import { DateField } from '#src/parts/date-field/date-field.tsx'
import { SelectField } from '#src/ui/field/select-field.tsx'
import { TextField } from '#src/ui/field/text-field.tsx'
import { Switch } from '#src/ui/switch/switch.tsx'
import { LimitField } from './limit-field.tsx'
import type { SettingsDraft } from './settings-draft.ts'
import styles from './testmoment-edit.module.css'

interface SettingsFieldsProps {
  fields: SettingsDraft
  onEdit: (changes: Partial<SettingsDraft>) => void
}

export const SettingsFields = ({ fields, onEdit }: SettingsFieldsProps) => (
  <>
    <DateField legend="Datum" value={fields.date} onChange={(date) => onEdit({ date })} />
    <SelectField
      label="Duur"
      value={fields.duration}
      onChange={(event) => onEdit({ duration: event.target.value === 'week' ? 'week' : 'day' })}
    >
      <option value="day">Een dag</option>
      <option value="week">Een week</option>
    </SelectField>
    <LimitField value={fields.max_enrollments} onChange={(max_enrollments) => onEdit({ max_enrollments })} />
    <fieldset className={styles.limit}>
      <legend>Inschrijvingen</legend>
      <div className={styles.row}>
        <Switch
          label="Inschrijvingen actief"
          checked={fields.enrollments_enabled}
          onChange={(enrollments_enabled) => onEdit({ enrollments_enabled })}
        />
      </div>
      <div className={styles.row}>
        <TextField
          label="Opent op"
          type="datetime-local"
          hint="Leeg: openen doe je zelf."
          value={fields.opensAt}
          onChange={(event) => onEdit({ opensAt: event.target.value })}
        />
        <TextField
          label="Sluit op"
          type="datetime-local"
          hint="Leeg: sluiten doe je zelf."
          value={fields.closesAt}
          onChange={(event) => onEdit({ closesAt: event.target.value })}
        />
      </div>
    </fieldset>
  </>
)
