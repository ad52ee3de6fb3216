import { useId } from 'react'
import { type DateReading, readDateInput } from '#domain/calendar/date-input.rules.ts'
import { dateProblemTexts } from '#domain/calendar/date-input.texts.ts'
import { monthName } from '#domain/calendar/date-labels.ts'
import { SelectField, TextField } from '#src/ui/field.tsx'
import styles from './date-field.module.css'

/** A date as it is being typed: text, so that half a date can stand there. */
export interface TypedDate {
  day: string
  /** 1 to 12 */
  month: string
  year: string
}

interface DateFieldProps {
  legend: string
  value: TypedDate
  onChange: (date: TypedDate) => void
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

/** Day, month and year, with what is wrong with them in Dutch. */
export function DateField({ legend, value, onChange }: DateFieldProps) {
  const errorId = useId()
  const error = dateError(value)
  return (
    <fieldset className={styles.date} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className={styles.fields}>
        <TextField
          label="Dag"
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={error?.field === 'day' || undefined}
          value={value.day}
          onChange={(event) => onChange({ ...value, day: event.target.value })}
        />
        <SelectField
          label="Maand"
          value={value.month}
          onChange={(event) => onChange({ ...value, month: event.target.value })}
        >
          {MONTHS.map((month) => (
            <option key={month} value={month}>
              {monthName(month)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Jaar"
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={error?.field === 'year' || undefined}
          value={value.year}
          onChange={(event) => onChange({ ...value, year: event.target.value })}
        />
      </div>
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error.text}
        </p>
      )}
    </fieldset>
  )
}

export const typedDateOf = (day: string): TypedDate => {
  const [year, month, date] = day.split('-').map(Number)
  return { day: String(date), month: String(month), year: String(year) }
}

const inputOf = ({ day, month, year }: TypedDate) => ({
  day: numberOf(day),
  month: numberOf(month),
  year: numberOf(year),
})

export const readTypedDate = (date: TypedDate): DateReading => readDateInput(inputOf(date))

function dateError(date: TypedDate): { field: 'day' | 'year'; text: string } | null {
  const reading = readTypedDate(date)
  if (reading.valid) return null
  const text = dateProblemTexts[reading.problem](inputOf(date))
  return { field: reading.problem === 'year-impossible' ? 'year' : 'day', text }
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
