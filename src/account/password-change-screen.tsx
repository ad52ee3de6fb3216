import { Link } from '@tanstack/react-router'
import type { PasswordChange } from '#domain/accounts/account.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { passwordChangeTexts as texts } from './account.texts.ts'
import { AccountForm, NewPasswordFields } from './account-form.tsx'
import { AccountDone, AccountPage, NextButton, NextToLogin, ToLogin } from './account-page.tsx'
import { typedText, useSubmission } from './account-submission.ts'
import { choosePassword, useResetKey } from './reset-key.ts'

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
