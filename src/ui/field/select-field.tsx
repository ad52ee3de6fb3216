import { type ComponentPropsWithRef, useId } from 'react'
import styles from './field.module.css'
import select from './select-field.module.css'

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string
}

export function SelectField({ label, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id} className={select.select} />
    </div>
  )
}
