import { type ComponentPropsWithRef, useId } from 'react'
import styles from './field.module.css'
import area from './text-area.module.css'

interface TextAreaProps extends ComponentPropsWithRef<'textarea'> {
  label: string
}

/** For text of many lines that is data rather than prose: not wrapped, and every sign as wide as another. */
export function TextArea({ label, ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea {...textarea} id={id} className={area.area} wrap="off" spellCheck={false} autoCapitalize="none" />
    </div>
  )
}
