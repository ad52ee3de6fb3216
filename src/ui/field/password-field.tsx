import { type ComponentPropsWithRef, useState } from 'react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: string
  hint?: string
  error?: string
}

/** A password that can be looked at while it is typed, which saves more failed logins than it risks (WCAG 3.3.8). */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, show] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <button type="button" className={styles.reveal} onClick={() => show(!shown)}>
          {shown ? 'Verberg' : 'Toon'}
          <VisuallyHidden> {props.label.toLowerCase()}</VisuallyHidden>
        </button>
      }
    />
  )
}
