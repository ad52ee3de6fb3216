import { useRef, useState } from 'react'
import { changeOwnPassword } from '#contract/own-password.gen.ts'
import { newPasswordHint } from '#domain/accounts/account.texts.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { Problem, SubmitButton, useWrite } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Form, PasswordField } from '#src/ui/field.tsx'
import { passwordTexts as texts } from './settings.texts.ts'
import { SettingsPart } from './settings-part.tsx'

const fields = ['current_password', 'password', 'password_repeat'] as const
const empty = { current_password: '', password: '', password_repeat: '' }

/** Form to change the password. That ends all other sessions, but not this one. */
export function PasswordSection({ link, username }: { link: Link; username: string }) {
  const api = useApi()
  const renew = useRenew()
  const [typed, setTyped] = useState(empty)
  const { isBusy, problem, write } = useWrite()
  /** errors of the new password, one sentence each */
  const [faults, setFaults] = useState<readonly string[]>([])
  const current = useRef<HTMLInputElement>(null)
  const chosen = useRef<HTMLInputElement>(null)

  const submit = () => {
    setFaults([])
    void write({
      send: () => api.follow(changeOwnPassword, link, { body: typed }),
      saved: texts.changed,
      failed: texts.failed,
      onDone: () => {
        setTyped(empty)
        return renew()
      },
      onRefused: (error) => {
        const sentences = error instanceof ApiError ? error.sentences : []
        const isOfNew = sentences.length > 0
        setFaults(sentences)
        ;(isOfNew ? chosen : current).current?.focus()
        return isOfNew
      },
    })
  }
  const field = (name: (typeof fields)[number]) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
    required: true,
  })

  return (
    <SettingsPart part="wachtwoord">
      <Form data-layout="stack 4" data-width="28" onSubmit={submit}>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...field('current_password')}
          ref={current}
          label={texts.current}
          autoComplete="current-password"
        />
        <PasswordField
          {...field('password')}
          ref={chosen}
          label={texts.chosen}
          hint={newPasswordHint}
          autoComplete="new-password"
        />
        <PasswordField {...field('password_repeat')} label={texts.repeat} autoComplete="new-password" />
        {faults.length > 0 && (
          <Alert>
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </Alert>
        )}
        <Problem text={problem} />
        <p data-text="small muted figures">{texts.loggedOutElsewhere}</p>
        <div data-layout="row 3 if-any">
          <SubmitButton busy={isBusy}>{texts.change}</SubmitButton>
        </div>
      </Form>
    </SettingsPart>
  )
}
