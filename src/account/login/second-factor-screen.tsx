import { useEffect, useRef, useState } from 'react'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import type { Challenge, FactorProof, LoginFailure } from '#src/session/session.context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { AccountPage } from '../account-page.tsx'
import { typedText } from '../account-submission.ts'
import styles from './login.module.css'
import { failureText } from './login-failure.tsx'
import { PasskeyButton } from './passkey-login.tsx'
import { secondFactorTexts as texts } from './second-factor-screen.texts.ts'

interface SecondFactorScreenProps {
  challenge: Challenge
  failure: LoginFailure | null
  busy: boolean
  onProof: (proof: FactorProof) => void
  onAbandon: () => void
}

export function SecondFactorScreen({ challenge, failure, busy, onProof, onAbandon }: SecondFactorScreenProps) {
  const { factors, passkey } = challenge
  const [by, setBy] = useState<'code' | 'recovery_code' | null>(factors.includes('totp') ? 'code' : null)
  const hasPasskey = factors.includes('passkey') && passkey !== null

  return (
    <AccountPage title={texts.title} heading={texts.heading} purpose={loginRefusalTexts['second-factor-needed']}>
      {failure && !busy && (
        <Alert title={texts.failed}>
          <p>{failureText(failure)}</p>
        </Alert>
      )}
      {by && <CodeForm key={by} by={by} failure={failure} busy={busy} onProof={onProof} />}
      {hasPasskey && (
        <PasskeyButton
          options={passkey}
          busy={busy}
          tone={by ? 'secondary' : 'primary'}
          onPasskey={(given) => onProof({ passkey: given })}
        >
          {texts.byPasskey}
        </PasskeyButton>
      )}
      <div className={styles.others} data-layout="row 0 x3 stretch between">
        {by !== 'recovery_code' && factors.includes('recovery-code') && (
          <Button tone="quiet" onClick={() => setBy('recovery_code')}>
            {texts.useRecoveryCode}
          </Button>
        )}
        {by === 'recovery_code' && factors.includes('totp') && (
          <Button tone="quiet" onClick={() => setBy('code')}>
            {texts.useApp}
          </Button>
        )}
        <Button tone="quiet" onClick={onAbandon}>
          {texts.startAgain}
        </Button>
      </div>
    </AccountPage>
  )
}

const fields = {
  code: {
    label: texts.code,
    hint: texts.codeHint,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    missing: texts.codeMissing,
  },
  recovery_code: {
    label: texts.recoveryCode,
    hint: texts.recoveryCodeHint,
    inputMode: 'text',
    autoComplete: 'off',
    missing: texts.recoveryCodeMissing,
  },
} as const

interface CodeFormProps extends Pick<SecondFactorScreenProps, 'failure' | 'busy' | 'onProof'> {
  by: keyof typeof fields
}

/** Gets the focus at once; after a wrong code gets it again, with the text selected. */
function CodeForm({ by, failure, busy, onProof }: CodeFormProps) {
  const { label, missing, ...field } = fields[by]
  const input = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!busy) input.current?.focus()
    if (!busy && failure) input.current?.select()
  }, [busy, failure])

  const submit = (form: HTMLFormElement) => {
    const typed = typedText(new FormData(form), by).trim()
    const given = by === 'code' ? typed.replace(/\D/g, '') : typed
    setMissing(given === '')
    if (given === '') input.current?.focus()
    else onProof({ [by]: given })
  }
  return (
    <Form
      data-layout="grid 4"
      onSubmit={(sent) => {
        if (!busy) submit(sent)
      }}
    >
      <TextField
        {...field}
        ref={input}
        label={label}
        name={by}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={isMissing ? missing : undefined}
        required
      />
      <Button type="submit" tone="primary" busy={busy}>
        {busy ? texts.checking : texts.confirm}
      </Button>
    </Form>
  )
}
