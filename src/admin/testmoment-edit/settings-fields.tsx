import { DateField } from '#src/parts/date-field.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { LimitField } from './limit-field.tsx'
import type { ScheduleProblems } from './schedule-problems.ts'
import type { SettingsDraft } from './settings-draft.ts'
import styles from './testmoment-edit.module.css'
import { TimeField } from './time-field.tsx'

interface SettingsFieldsProps {
  fields: SettingsDraft
  problems: ScheduleProblems
  onEdit: (changes: Partial<SettingsDraft>) => void
}

export const SettingsFields = ({ fields, problems, onEdit }: SettingsFieldsProps) => (
  <>
    <DateField legend="Datum" value={fields.date} onChange={(date) => onEdit({ date })} />
    <div className={styles.narrow}>
      <SelectField
        label="Duur"
        value={fields.duration}
        onChange={(event) => onEdit({ duration: event.target.value === 'week' ? 'week' : 'day' })}
      >
        <option value="day">Een dag</option>
        <option value="week">Een week</option>
      </SelectField>
    </div>
    <LimitField value={fields.limit} onChange={(limit) => onEdit({ limit })} />
    <fieldset className={styles.group}>
      <legend>Inschrijvingen actief</legend>
      <div>
        <Switch
          label="Inschrijvingen actief"
          checked={fields.enrollments_enabled}
          onChange={(enrollments_enabled) => onEdit({ enrollments_enabled })}
        />
      </div>
      <div className={styles.times}>
        <TimeField
          label="Opent op"
          hint="Leeg: openen doe je zelf."
          value={fields.opensAt}
          problem={problems.opensAt}
          onChange={(opensAt) => onEdit({ opensAt })}
        />
        <TimeField
          label="Sluit op"
          hint="Leeg: sluiten doe je zelf."
          value={fields.closesAt}
          problem={problems.closesAt}
          onChange={(closesAt) => onEdit({ closesAt })}
        />
      </div>
    </fieldset>
  </>
)
