import { type FormEvent, useRef, useState } from 'react'
import { changeOwnPassword } from '#contract/own-password.ts'
import { newPasswordHint } from '#domain/accounts/account.texts.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { PasswordField } from '#src/ui/field.tsx'
import styles from './settings.module.css'
import { SettingsPart } from './settings-part.tsx'

const fields = ['current_password', 'password', 'password_repeat'] as const
const empty = { current_password: '', password: '', password_repeat: '' }

interface PasswordSectionProps {
  api: Api
  /** `change_password` of the login methods */
  link: Link
  username: string
}

/** Another password in the place of one's own. Every other login ends with it; this one goes on. */
export function PasswordSection({ api, link, username }: PasswordSectionProps) {
  const notify = useNotify()
  const renew = useRenew()
  const [typed, setTyped] = useState(empty)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const current = useRef<HTMLInputElement>(null)
  const chosen = useRef<HTMLInputElement>(null)

  const change = async () => {
    setBusy(true)
    setProblems([])
    try {
      await api.follow(changeOwnPassword, link, { body: typed })
      setTyped(empty)
      notify('success', 'Je wachtwoord is gewijzigd. Je bent op je andere apparaten uitgelogd.')
      await renew()
    } catch (error) {
      setProblems(problemsIn(error))
      const isOfNew = error instanceof ApiError && error.sentences.length > 0
      ;(isOfNew ? chosen : current).current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void change()
  }
  const field = (name: (typeof fields)[number]) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
    required: true,
  })

  return (
    <SettingsPart part="wachtwoord">
      <form className={styles.form} noValidate onSubmit={submit}>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...field('current_password')}
          ref={current}
          label="Huidig wachtwoord"
          autoComplete="current-password"
        />
        <PasswordField
          {...field('password')}
          ref={chosen}
          label="Nieuw wachtwoord"
          hint={newPasswordHint}
          autoComplete="new-password"
        />
        <PasswordField {...field('password_repeat')} label="Herhaal nieuw wachtwoord" autoComplete="new-password" />
        {problems.length > 0 && (
          <Alert>
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Alert>
        )}
        <p className={styles.muted}>Daarna ben je op je andere apparaten uitgelogd.</p>
        <div className={styles.actions}>
          <ServerButton type="submit" tone="primary" busy={isBusy}>
            Wachtwoord wijzigen
          </ServerButton>
        </div>
      </form>
    </SettingsPart>
  )
}

const problemsIn = (error: unknown): readonly string[] =>
  error instanceof ApiError && error.sentences.length > 0
    ? error.sentences
    : [saveFailureText(error, 'Je wachtwoord is niet gewijzigd.')]
