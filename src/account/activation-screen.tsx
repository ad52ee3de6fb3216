import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { newPasswordHint, passwordNeededText } from '#domain/accounts/account.texts.ts'
import type { Api } from '#src/api/api.ts'
import { Alert } from '#src/ui/alert.tsx'
import { PasswordField } from '#src/ui/field.tsx'
import { activationTexts as texts } from './account.texts.ts'
import { AccountForm, OwnerOfPassword } from './account-form.tsx'
import { AccountDone, AccountPage, NextToLogin, ToLogin } from './account-page.tsx'
import { typedText } from './account-submission.ts'
import { useActivation } from './activation.ts'

/** Screen of the link in the e-mail. Opening it sends nothing; pressing the button does. */
export function ActivationScreen({ api, activationKey }: { api: Api; activationKey: string }) {
  const { submission, activated, asksPassword } = useActivation(api, activationKey)
  const answer = submission.outcome?.reply

  if (activated !== undefined)
    return (
      <AccountPage title={texts.activate}>
        <AccountDone next={<NextToLogin />}>
          <p>{texts.activated}</p>
        </AccountDone>
      </AccountPage>
    )
  if (answer?.result === 'refused')
    return (
      <AccountPage title={texts.activate} links={<Link to="/register">{texts.registerAgain}</Link>}>
        <Alert>
          <p>{`${texts.failed} ${answer.reason}`}</p>
        </Alert>
        {/* Most refused links were used before. */}
        <NextToLogin />
      </AccountPage>
    )
  return (
    <AccountPage title={texts.activate} purpose={texts.purpose} links={<ToLogin />}>
      <AccountForm
        submission={submission}
        valuesIn={(form) => (asksPassword ? typedText(form, 'password') : undefined)}
        refused={texts.failed}
        button={{ still: texts.activate, busy: texts.activate }}
      >
        <div role="status">{asksPassword && <p>{passwordNeededText}</p>}</div>
        {asksPassword?.username !== undefined && <OwnerOfPassword username={asksPassword.username} />}
        {asksPassword && <FirstPassword />}
        {submission.isBusy && (
          <p role="status" data-layout="row 3 nowrap" data-text="muted">
            {texts.busy}
          </p>
        )}
      </AccountForm>
    </AccountPage>
  )
}

/** Appears after a press of the button below it. */
function FirstPassword() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <PasswordField
      ref={field}
      label={texts.password}
      hint={newPasswordHint}
      name="password"
      autoComplete="new-password"
      required
    />
  )
}
