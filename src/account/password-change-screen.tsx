import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { changePassword, checkResetKey } from '#contract/accounts.gen.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { PasswordChange } from '#domain/accounts/account.schema.ts'
import { resetKeyTexts } from '#domain/accounts/account.texts.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { passwordChangeTexts as texts } from './account.texts.ts'
import { AccountForm, NewPasswordFields } from './account-form.tsx'
import { AccountDone, AccountPage, NextButton, NextToLogin, ToLogin } from './account-page.tsx'
import { callFailureText, type Outcome, outcomeOf, typedText, useSubmission } from './account-submission.ts'
import { rememberAddress } from './last-address.ts'

/** Screen of the link in the e-mail. It says that the link does not work (any more) before a password is typed. */
export function PasswordChangeScreen({ api, resetKey }: { api: Api; resetKey: string }) {
  const { user } = useSession()
  const judgement = useResetKey(api, resetKey)
  const submission = useSubmission((body: PasswordChange) => choosePassword(api, body))
  if (submission.outcome?.reply || judgement?.result === 'changed')
    return (
      <AccountPage title={texts.title}>
        <AccountDone next={<NextToLogin />}>
          <p>{texts.changed}</p>
          <p>{texts.nowLogIn}</p>
        </AccountDone>
      </AccountPage>
    )
  // A form that was sent shows its own answer.
  if (judgement?.result === 'dead' && !submission.outcome && !submission.isBusy)
    return (
      <AccountPage title={texts.title} links={<ToLogin />}>
        <Alert>
          <p>{judgement.reason}</p>
          <p>{user ? texts.logOutFirst : texts.askAgain}</p>
        </Alert>
        {/* A logged-in user has no such screen. */}
        {!user && <NextButton to="/password-reset">{texts.newLink}</NextButton>}
      </AccountPage>
    )
  return (
    <AccountPage
      title={texts.title}
      purpose={texts.purpose}
      links={
        <>
          {!user && <Link to="/password-reset">{texts.newLink}</Link>}
          <ToLogin />
        </>
      }
    >
      {judgement?.result === 'unsure' && !submission.outcome && (
        <Alert tone="warning" title={texts.linkUnchecked}>
          <p>{judgement.reason}</p>
        </Alert>
      )}
      <AccountForm
        submission={submission}
        valuesIn={(form) => ({
          reset_key: resetKey,
          password: typedText(form, 'password'),
          password_repeat: typedText(form, 'password_repeat'),
        })}
        refused={texts.failed}
        button={{ still: texts.change, busy: texts.changing }}
      >
        <NewPasswordFields username={judgement?.result === 'usable' ? judgement.username : undefined} />
      </AccountForm>
    </AccountPage>
  )
}

/** Why the link in the address does not work; null for other failures. */
function resetKeyText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 404) return null
  return error.reason === 'expired' ? resetKeyTexts.expired : resetKeyTexts.unknown
}

const sent = new Map<string, ReturnType<typeof choosePassword>>()

/**
 * Changes the password; never rejects. Keeps the outcome: if a user is logged in, the change ends that session, and the screen
 * starts again for a visitor, who would then read that the link was used. Fills the login form with the address.
 */
export function choosePassword(api: Api, body: PasswordChange): Promise<Outcome<ReplyOf<typeof changePassword>>> {
  const outcome = outcomeOf(api.call(changePassword, { body }), resetKeyText)
  sent.set(body.reset_key, outcome)
  void outcome.then(({ reply }) => reply && rememberAddress(reply.username))
  return outcome
}

/** `changed`: by this page, just now. `unsure`: the server could not be asked, so the link may still work. */
type KeyJudgement =
  | { result: 'usable'; username: string }
  | { result: 'changed' }
  | { result: 'dead' | 'unsure'; reason: string }

/** Never rejects. */
export async function judgeResetKey(api: Api, reset_key: string): Promise<KeyJudgement> {
  const own = await sent.get(reset_key)
  if (own?.reply) return { result: 'changed' }
  try {
    const { username } = await api.call(checkResetKey, { body: { reset_key } })
    return { result: 'usable', username }
  } catch (error) {
    const reason = resetKeyText(error)
    return reason === null ? { result: 'unsure', reason: callFailureText(error) } : { result: 'dead', reason }
  }
}

/** Null while the server is asked; a password can be typed meanwhile. */
function useResetKey(api: Api, key: string): KeyJudgement | null {
  const [judgement, setJudgement] = useState<KeyJudgement | null>(null)
  useEffect(() => {
    let isShown = true
    void judgeResetKey(api, key).then((judged) => isShown && setJudgement(judged))
    return () => {
      isShown = false
    }
  }, [api, key])
  return judgement
}
