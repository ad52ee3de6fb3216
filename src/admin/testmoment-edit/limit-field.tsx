import { Button } from '#src/ui/button/button.tsx'
import { TextField } from '#src/ui/field/text-field.tsx'
import styles from './testmoment-edit.module.css'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'
import { readTypedLimit } from './typed-limit.ts'

interface LimitFieldProps {
  /** modules one student may take, as typed; '0' is unlimited */
  value: string
  onChange: (limit: string) => void
}

export const LimitField = ({ value, onChange }: LimitFieldProps) => (
  <fieldset className={styles.group}>
    <legend>Maximum aantal inschrijvingen</legend>
    <div className={styles.row}>
      {value === '0' ? (
        <>
          <p>Ongelimiteerd</p>
          <Button onClick={() => onChange('1')}>Maximum instellen</Button>
        </>
      ) : (
        <>
          <TextField
            label="Modules per student"
            inputMode="numeric"
            autoComplete="off"
            value={value}
            error={readTypedLimit(value) === null ? texts.limitUnreadable : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
          <Button onClick={() => onChange('0')}>Limiet uitzetten</Button>
        </>
      )}
    </div>
  </fieldset>
)
