import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import { loginFailureTexts, loginHeading, missingTexts } from '#src/session/login.texts.ts'
import type { LoginFailure } from '#src/session/session.context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { PasswordField } from '#src/ui/field.tsx'
import styles from './account-form.module.css'
import { UsernameField } from './account-form.tsx'
import { AccountPage } from './account-page.tsx'
import { typedText } from './account-submission.ts'

interface LoginScreenProps {
  failure: LoginFailure | null
  busy: boolean
  onSubmit: (credentials: Credentials) => void
}

/** Fields keep what was typed when a login fails: only the one that was wrong needs another try. */
export function LoginScreen({ failure, busy, onSubmit }: LoginScreenProps) {
  const [missing, setMissing] = useState<readonly (keyof Credentials)[]>([])
  const errorIn = (name: keyof Credentials) => (missing.includes(name) ? missingTexts[name] : undefined)

  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form)
    const credentials = { username: typedText(typed, 'username').trim(), password: typedText(typed, 'password') }
    const empty = (['username', 'password'] as const).filter((name) => credentials[name] === '')
    setMissing(empty)
    const [first] = empty
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else onSubmit(credentials)
  }

  return (
    <AccountPage
      title="Inloggen"
      heading="Wiskunde inschrijven"
      purpose="Log in om je in te schrijven voor een wiskundetoets."
      links={
        <>
          <Link to="/password-reset">Wachtwoord vergeten?</Link>
          <Link to="/register">Account aanmaken</Link>
        </>
      }
    >
      {failure && (
        <Alert title={loginHeading(failure)}>
          <p>{loginFailureTexts[failure]}</p>
        </Alert>
      )}
      <form
        // The browser would say what is missing in a language of its own.
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) submit(event.currentTarget)
        }}
      >
        <UsernameField error={errorIn('username')} />
        <PasswordField
          label="Wachtwoord"
          name="password"
          autoComplete="current-password"
          error={errorIn('password')}
          required
        />
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? 'Bezig met inloggen…' : 'Inloggen'}
        </Button>
      </form>
    </AccountPage>
  )
}
