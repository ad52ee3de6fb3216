import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import styles from './testmoment-edit.module.css'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'
import { readTypedLimit } from './typed-limit.ts'

interface LimitFieldProps {
  /** modules one student may take, as typed; null is unlimited */
  value: string | null
  onChange: (limit: string | null) => void
}

export const LimitField = ({ value, onChange }: LimitFieldProps) => (
  <fieldset className={styles.group}>
    <legend>Maximum aantal inschrijvingen</legend>
    <div className={styles.row}>
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
            autoComplete="off"
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
