import { type ComponentPropsWithRef, useId } from 'react'
import styles from './field.module.css'

interface ProseAreaProps extends ComponentPropsWithRef<'textarea'> {
  label: string
  error?: string | undefined
  /** number of characters used, and the maximum */
  counter: string
}

/** Field for prose: proportional letters, wrapped, with spelling check. */
export function ProseArea({ label, error, counter, ...textarea }: ProseAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...textarea}
        id={id}
        className={styles.prose}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-counter` : `${id}-counter`}
      />
      <div data-layout="row 1 x4 stretch between">
        {error && (
          <p id={`${id}-error`} data-text="small danger">
            {error}
          </p>
        )}
        <p id={`${id}-counter`} data-layout="apart" data-text="small muted figures">
          {counter}
        </p>
      </div>
    </div>
  )
}
