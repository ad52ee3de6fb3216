import { type ReactNode, useEffect, useRef } from 'react'
import { newPasswordHint } from '#domain/accounts/account.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { enterGoesOn, focusFirstEmpty } from '#src/ui/empty-fields.ts'
import { Form, PasswordField, TextField } from '#src/ui/field.tsx'
import { accountFieldTexts as texts } from './account-fields.texts.ts'
import styles from './account-form.module.css'
import type { Submission } from './account-submission.ts'
import { rememberAddress, rememberedAddress } from './last-address.ts'

interface AccountFormProps<Values, Reply> {
  submission: Submission<Values, Reply>
  valuesIn: (form: FormData) => Values
  /** title of the list of problems */
  refused: string
  button: { still: string; busy: string }
  children: ReactNode
}

/** Form with fields and one button. Problems are shown above them and get the focus, so that they are read first. */
export function AccountForm<Values, Reply>({
  submission: { outcome, isBusy, submit },
  valuesIn,
  refused,
  button,
  children,
}: AccountFormProps<Values, Reply>) {
  const problems = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts as new, even with the same text
  useEffect(() => problems.current?.focus(), [outcome])

  return (
    <Form
      ref={focusFirstEmpty}
      onKeyDown={enterGoesOn}
      data-layout="grid 4"
      onSubmit={(sent) => submit(valuesIn(new FormData(sent)))}
    >
      {outcome && outcome.problems.length > 0 && (
        <div ref={problems} tabIndex={-1} className={styles.problems}>
          <Alert title={refused}>
            <ul data-layout="grid 1 bulleted">
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
    </Form>
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
    // Read when the field is removed, since a browser or password manager may have filled it in.
    ref={(input) => () => {
      rememberAddress(input?.value ?? '')
    }}
    defaultValue={known ?? rememberedAddress()}
    label={texts.username}
    hint={texts.usernameHint}
    name="username"
    inputMode="email"
    autoComplete={autoComplete}
    autoCapitalize="none"
    spellCheck={false}
    error={error}
    required
  />
)

/** Name under which a password manager keeps the new password. */
export const OwnerOfPassword = ({ username }: { username: string }) => (
  <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
)

/** The requirements are shown before anything is typed; the server decides whether the password is good enough. */
export const NewPasswordFields = ({ username }: { username?: string | undefined }) => (
  <>
    {username !== undefined && <OwnerOfPassword username={username} />}
    <PasswordField label={texts.password} hint={newPasswordHint} name="password" autoComplete="new-password" required />
    <PasswordField label={texts.repeatPassword} name="password_repeat" autoComplete="new-password" required />
  </>
)
