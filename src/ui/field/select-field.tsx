import { type ComponentPropsWithRef, useId } from 'react'
import styles from './field.module.css'
import select from './select-field.module.css'

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string
  hint?: string
}

export function SelectField({ label, hint, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id} className={select.select} aria-describedby={hint ? `${id}-hint` : undefined} />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
