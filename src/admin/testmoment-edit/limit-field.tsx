import { Button } from '#src/ui/button/button.tsx'
import { TextField } from '#src/ui/field/text-field.tsx'
import styles from './testmoment-edit.module.css'

interface LimitFieldProps {
  /** modules one student may take; 0 is unlimited */
  value: number
  onChange: (limit: number) => void
}

export const LimitField = ({ value, onChange }: LimitFieldProps) => (
  <fieldset className={styles.limit}>
    <legend>Maximum aantal inschrijvingen per student</legend>
    <div className={styles.row}>
      {value === 0 ? (
        <>
          <p>Ongelimiteerd</p>
          <Button onClick={() => onChange(1)}>Maximum instellen</Button>
        </>
      ) : (
        <>
          <TextField
            label="Maximaal aantal modules"
            type="number"
            min={1}
            max={1000}
            value={value}
            onChange={(event) => onChange(Math.max(1, Math.min(1000, Math.trunc(Number(event.target.value)))))}
          />
          <Button onClick={() => onChange(0)}>Limiet uitzetten</Button>
        </>
      )}
    </div>
  </fieldset>
)
