import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { verifyUser } from '#contract/accounts.gen.ts'
import { newPasswordHint, passwordNeededText } from '#domain/accounts/account.texts.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { Alert } from '#src/ui/alert.tsx'
import { PasswordField } from '#src/ui/field.tsx'
import { activationTexts as texts } from './account.texts.ts'
import { AccountForm, OwnerOfPassword } from './account-form.tsx'
import { AccountDone, AccountPage, NextToLogin, ToLogin } from './account-page.tsx'
import {
  callFailureText,
  type Outcome,
  outcomeOf,
  type Submission,
  typedText,
  useSubmission,
} from './account-submission.ts'
import { rememberAddress } from './last-address.ts'

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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** address of the account that this entry's key activated: a reload shows that, since another press would be refused */
    activated?: string
  }
}

/** Result of a press; `refused`: the server says that the link is dead, and pressing again is useless. */
export type Activation =
  | { result: 'activated'; username: string }
  | { result: 'password-needed'; username: string | undefined }
  | { result: 'refused'; reason: string }

interface ActivationForm {
  submission: Submission<string | undefined, Activation>
  activated: string | undefined
  /** whose password is asked, after the first press on a device other than the one that registered */
  asksPassword: { username: string | undefined } | undefined
}

/** Sends nothing before a press: a program that scans e-mail may open the link. */
function useActivation(api: Api, key: string): ActivationForm {
  const navigate = useNavigate()
  const kept = useLocation({ select: ({ state }) => state.activated })
  const [asksPassword, setAsksPassword] = useState<ActivationForm['asksPassword']>()
  const submission = useSubmission(async (password: string | undefined) => {
    const outcome = await activate(api, key, password)
    const { reply } = outcome
    if (reply?.result === 'activated') void navigate({ to: '.', replace: true, state: { activated: reply.username } })
    if (reply?.result === 'password-needed') setAsksPassword(reply)
    return outcome
  })
  const reply = submission.outcome?.reply
  const activated = reply?.result === 'activated' ? reply.username : kept
  // Fills the login form, which is next.
  useEffect(() => {
    if (activated !== undefined) rememberAddress(activated)
  }, [activated])
  return { submission, activated, asksPassword }
}

/** Never rejects. Problems are those of a password, or why no answer came. */
export async function activate(api: Api, validation_key: string, password?: string): Promise<Outcome<Activation>> {
  const call = api.call(verifyUser, { body: { validation_key, ...(password !== undefined && { password }) } })
  return outcomeOf(
    call.then(
      ({ username }): Activation => ({ result: 'activated', username }),
      (error: unknown): Activation => {
        if (!(error instanceof ApiError)) throw error
        if (error.reason === 'password-needed') return { result: 'password-needed', username: ownerIn(error.details) }
        if (error.status === 404) return { result: 'refused', reason: error.sentence ?? callFailureText(error) }
        throw error
      },
    ),
  )
}

const ownerIn = (details: unknown): string | undefined =>
  typeof details === 'object' && details !== null && 'username' in details && typeof details.username === 'string'
    ? details.username
    : undefined
