import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  label: string
  hint?: string
  error?: string
  /** stands inside the field, at its end */
  suffix?: ReactNode
}

export function TextField({ label, hint, error, suffix, 'aria-invalid': invalid, ...input }: TextFieldProps) {
  const id = useId()
  const notes = { [`${id}-hint`]: hint, [`${id}-error`]: error }
  const described = Object.keys(notes).filter((note) => notes[note])
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-invalid={Boolean(error || invalid)}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : invalid}
          aria-describedby={described.join(' ') || undefined}
        />
        {suffix}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
