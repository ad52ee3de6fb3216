import { type ReactNode, useEffect, useRef } from 'react'
import { newPasswordHint } from '#domain/accounts/account.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { PasswordField, TextField } from '#src/ui/field.tsx'
import styles from './account-form.module.css'
import type { Submission } from './account-submission.ts'
import { rememberAddress, rememberedAddress } from './last-address.ts'

interface AccountFormProps<Values, Reply> {
  submission: Submission<Values, Reply>
  valuesIn: (form: FormData) => Values
  /** title of the box with problems */
  refused: string
  button: { still: string; busy: string }
  children: ReactNode
}

/** Fields, one button, and above them what has to be put right; there the focus goes, so that it is read first. */
export function AccountForm<Values, Reply>({
  submission: { outcome, isBusy, submit },
  valuesIn,
  refused,
  button,
  children,
}: AccountFormProps<Values, Reply>) {
  const problems = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a new one, also when it says the same
  useEffect(() => problems.current?.focus(), [outcome])

  return (
    <form
      // The server's sentences say it all, in Dutch; a browser speaks its own language, and of one field at a time.
      noValidate
      data-layout="grid 4"
      onSubmit={(event) => {
        event.preventDefault()
        submit(valuesIn(new FormData(event.currentTarget)))
      }}
    >
      {outcome && outcome.problems.length > 0 && (
        <div ref={problems} tabIndex={-1} className={styles.problems}>
          <Alert title={refused}>
            <ul>
              {outcome.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Alert>
        </div>
      )}
      {children}
      <Button type="submit" tone="primary" busy={isBusy}>
        {isBusy ? button.busy : button.still}
      </Button>
    </form>
  )
}

interface UsernameFieldProps {
  /** address of the account that logs in again */
  known?: string | undefined
  error?: string | undefined
  autoComplete?: string
}

export const UsernameField = ({ known, error, autoComplete = 'username' }: UsernameFieldProps) => (
  <TextField
    // Kept when the screen goes, since a browser or a password manager may have filled it in.
    ref={(input) => () => {
      rememberAddress(input?.value ?? '')
    }}
    defaultValue={known ?? rememberedAddress()}
    label="Gebruikersnaam"
    hint="Je e-mailadres van school"
    name="username"
    inputMode="email"
    autoComplete={autoComplete}
    autoCapitalize="none"
    spellCheck={false}
    error={error}
    required
  />
)

/**
 * Fields for a new password. Its requirements are shown before anything is typed; the server decides whether it is good
 * enough.
 */
export const NewPasswordFields = () => (
  <>
    <PasswordField label="Wachtwoord" hint={newPasswordHint} name="password" autoComplete="new-password" required />
    <PasswordField label="Herhaal wachtwoord" name="password_repeat" autoComplete="new-password" required />
  </>
)
