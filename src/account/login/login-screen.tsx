import type { Credentials } from '#domain/session/session.schema.ts'
import { useDocumentTitle } from '#src/parts/layout/page-title.ts'
import { loginFailedHeading, loginFailureTexts } from '#src/session/login.texts.ts'
import type { LoginFailure } from '#src/session/session-failure.ts'
import { Alert } from '#src/ui/alert/alert.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { PasswordField } from '#src/ui/field/password-field.tsx'
import { TextField } from '#src/ui/field/text-field.tsx'
import styles from './login-screen.module.css'

interface LoginScreenProps {
  failure: LoginFailure | null
  busy: boolean
  onSubmit: (credentials: Credentials) => void
}

/** Fields keep what was typed when a login fails: only the one that was wrong needs another try. */
export function LoginScreen({ failure, busy, onSubmit }: LoginScreenProps) {
  useDocumentTitle('Inloggen')
  const submit = (form: FormData) =>
    onSubmit({ username: String(form.get('username')).trim(), password: String(form.get('password')) })

  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <img src="/icons/icon.svg" alt="" width="48" height="48" />
        <div>
          <h1>Wiskunde inschrijven</h1>
          <p className={styles.purpose}>Log in om je in te schrijven voor een wiskundetoets.</p>
        </div>
        {failure && (
          <Alert title={loginFailedHeading}>
            <p>{loginFailureTexts[failure]}</p>
          </Alert>
        )}
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) submit(new FormData(event.currentTarget))
          }}
        >
          <TextField
            label="Gebruikersnaam"
            hint="Je e-mailadres van school"
            name="username"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <PasswordField label="Wachtwoord" name="password" autoComplete="current-password" required />
          <Button type="submit" tone="primary" busy={busy}>
            {busy ? 'Bezig met inloggen…' : 'Inloggen'}
          </Button>
        </form>
      </div>
    </main>
  )
}
