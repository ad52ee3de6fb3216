import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Credentials } from '#domain/sessions/session.schema.ts'
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

const loginHeading = (failure: LoginFailure): string =>
  failure === 'login-over' ? 'Je bent uitgelogd' : 'Login mislukt'

/** Beside a field that was left empty. */
const missingTexts = { username: 'Vul je e-mailadres in.', password: 'Vul je wachtwoord in.' }

/** What the login box says below its heading. */
const loginFailureTexts = {
  'login-failed': 'De combinatie van gebruikersnaam en wachtwoord klopt niet.',
  'account-not-activated':
    'Je account is nog niet geactiveerd. Gebruik de link in de e-mail die je bij je registratie hebt gekregen.',
  'too-many-attempts': 'Er is te vaak geprobeerd in te loggen. Wacht even en probeer het dan opnieuw.',
  'login-over': 'Je login is verlopen, of op een ander apparaat beëindigd. Log opnieuw in om verder te gaan.',
  unavailable: 'Inloggen lukt op dit moment niet. Probeer het over een minuut opnieuw.',
  'no-network': 'Er is geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.',
} satisfies Record<LoginFailure, string>
