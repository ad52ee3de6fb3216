import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import styles from './field.module.css'
import { VisuallyHidden } from './icon.tsx'

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit'> {
  onSubmit: (sent: HTMLFormElement) => unknown
}

/** A form that the app sends itself. A browser would show one fault at a time, and in its own language. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    noValidate
    {...form}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event.currentTarget)
    }}
  />
)

interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  label: string
  hint?: string
  error?: string
  /** shown inside the field, at its end */
  suffix?: ReactNode
}

/** A browser suggests earlier texts only where `autoComplete` says so. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, suffix, autoComplete = 'off', 'aria-invalid': invalid, ...input } = props
  const id = useId()
  const notes = { [`${id}-hint`]: hint, [`${id}-error`]: error }
  const described = Object.keys(notes).filter((note) => notes[note])
  return (
    <div className={styles.field} data-layout="stack 1">
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-invalid={Boolean(error || invalid)}>
        <input
          {...input}
          id={id}
          autoComplete={autoComplete}
          className={styles.input}
          aria-invalid={error ? true : invalid}
          aria-describedby={described.join(' ') || undefined}
        />
        {suffix}
      </div>
      {hint && (
        <p id={`${id}-hint`} data-text="small muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} data-text="small danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** A password that can be shown while it is typed, which prevents more failed logins than it risks (WCAG 3.3.8). */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
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
          <span>{shown ? 'Verberg' : 'Toon'}</span>
          <VisuallyHidden> {props.label.toLowerCase()}</VisuallyHidden>
        </button>
      }
    />
  )
}

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string
  /** hides the label from sight, where the surroundings explain the field; screen readers still read it */
  hideLabel?: boolean
  hint?: string
}

export function SelectField({ label, hideLabel, hint, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field} data-layout="stack 1">
      {!hideLabel && <label htmlFor={id}>{label}</label>}
      <select
        {...rest}
        id={id}
        className={styles.select}
        aria-label={hideLabel ? label : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <p id={`${id}-hint`} data-text="small muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export const Options = ({ of }: { of: readonly (readonly [value: string | number, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

interface TextAreaProps extends ComponentPropsWithRef<'textarea'> {
  label: string
}

/** For multi-line data rather than prose: no wrapping, monospaced. */
export function TextArea({ label, ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field} data-layout="stack 1">
      <label htmlFor={id}>{label}</label>
      <textarea {...textarea} id={id} className={styles.area} wrap="off" spellCheck={false} autoCapitalize="none" />
    </div>
  )
}
