import type { ReactNode } from 'react'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { readTypedLimit, readTypedSeats } from '#domain/testmoments/limits.rules.ts'
import { DateField, DateTimeField } from '#src/parts/date-field.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { isPlaceProblem, PlaceFields } from './place-fields.tsx'
import styles from './settings.module.css'
import { testmomentEditTexts as texts } from './settings.texts.ts'
import type { FieldRefusal, ScheduleProblems, SettingsDraft } from './settings-draft.ts'

interface SettingsFieldsProps {
  fields: SettingsDraft
  /** the server's, where it knows better */
  refused: FieldRefusal | null
  problems: ScheduleProblems
  onEdit: (changes: Partial<SettingsDraft>) => void
  dayRemarks: ReactNode
}

export const SettingsFields = ({ fields, refused, problems, onEdit, dayRemarks }: SettingsFieldsProps) => (
  <>
    <div data-layout="row 4 x6 end">
      <DateField legend="Datum" value={fields.date} onChange={(date) => onEdit({ date })} />
      <DurationField value={fields.duration} onChange={(duration) => onEdit({ duration })} />
    </div>
    {dayRemarks}
    <PlaceFields
      draft={fields}
      duration={fields.duration}
      refused={isPlaceProblem(refused) ? refused : null}
      onEdit={onEdit}
      beside={<SeatsField value={fields.seats} onChange={(seats) => onEdit({ seats })} />}
    />
    <LimitField value={fields.limit} onChange={(limit) => onEdit({ limit })} />
    <fieldset data-layout="grid 3 shrinks">
      <legend>{texts.enabled}</legend>
      <div>
        <Switch
          label={texts.enabled}
          checked={fields.enrollments_enabled}
          onChange={(enrollments_enabled) => onEdit({ enrollments_enabled })}
        />
      </div>
      <div data-layout="grid 4 columns">
        <DateTimeField
          legend={texts.opensAt}
          hint={texts.opensByHand}
          value={fields.opensAt}
          problem={problems.opensAt}
          onChange={(opensAt) => onEdit({ opensAt })}
        />
        <DateTimeField
          legend={texts.closesAt}
          hint={texts.closesByHand}
          value={fields.closesAt}
          problem={problems.closesAt}
          onChange={(closesAt) => onEdit({ closesAt })}
        />
      </div>
    </fieldset>
  </>
)

export const DurationField = ({ value, onChange }: { value: Duration; onChange: (duration: Duration) => void }) => (
  <div data-width="16">
    <SelectField
      label="Duur"
      value={value}
      onChange={(event) => onChange(event.target.value === 'week' ? 'week' : 'day')}
    >
      <option value="day">{texts.day}</option>
      <option value="week">{texts.week}</option>
    </SelectField>
  </div>
)

export const SeatsField = ({ value, onChange }: { value: string; onChange: (seats: string) => void }) => (
  <div data-width="16">
    <TextField
      label="Plaatsen"
      hint={texts.seatsHint}
      inputMode="numeric"
      value={value}
      error={readTypedSeats(value) === null ? texts.seatsUnreadable : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)

interface LimitFieldProps {
  /** modules one student may take, as typed; null is unlimited */
  value: string | null
  onChange: (limit: string | null) => void
}

export const LimitField = ({ value, onChange }: LimitFieldProps) => (
  <fieldset data-layout="grid 3 shrinks">
    <legend>Maximum aantal inschrijvingen</legend>
    <div className={styles.row} data-layout="row 3" data-field={value === null ? undefined : true}>
      {value === null ? (
        <>
          <p>{texts.unlimited}</p>
          <Button onClick={() => onChange('1')}>Maximum instellen</Button>
        </>
      ) : (
        <>
          <TextField
            label="Modules per student"
            inputMode="numeric"
            value={value}
            // A 0 on the way to another number leaves the field where it is.
            hint={readTypedLimit(value) === 0 ? texts.unlimited : undefined}
            error={readTypedLimit(value) === null ? texts.limitUnreadable : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
          <Button onClick={() => onChange(null)}>Limiet uitzetten</Button>
        </>
      )}
    </div>
  </fieldset>
)
