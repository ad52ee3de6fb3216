import { Link } from '@tanstack/react-router'
import type { PasswordChange } from '#domain/accounts/account.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { AccountForm, NewPasswordFields } from './account-form.tsx'
import { AccountDone, AccountPage, NextButton, NextToLogin, ToLogin } from './account-page.tsx'
import { typedText, useSubmission } from './account-submission.ts'
import { choosePassword, useResetKey } from './reset-key.ts'

const TITLE = 'Nieuw wachtwoord kiezen'

/** Screen of the link in the e-mail. It says that the link does not work (any more) before a password is typed. */
export function PasswordChangeScreen({ api, resetKey }: { api: Api; resetKey: string }) {
  const { user } = useSession()
  const judgement = useResetKey(api, resetKey)
  const submission = useSubmission((body: PasswordChange) => choosePassword(api, body))
  if (submission.outcome?.reply || judgement?.result === 'changed')
    return (
      <AccountPage title={TITLE}>
        <AccountDone next={<NextToLogin />}>
          <p>Je wachtwoord is gewijzigd.</p>
          <p>Je kunt nu inloggen met je nieuwe wachtwoord.</p>
        </AccountDone>
      </AccountPage>
    )
  // A form that was sent shows its own answer.
  if (judgement?.result === 'dead' && !submission.outcome && !submission.isBusy)
    return (
      <AccountPage title={TITLE} links={<ToLogin />}>
        <Alert>
          <p>{judgement.reason}</p>
          <p>
            {user
              ? 'Log uit en kies ‘Wachtwoord vergeten?’ als je een nieuwe link nodig hebt.'
              : 'Vraag een nieuwe link aan om een wachtwoord te kiezen.'}
          </p>
        </Alert>
        {/* A logged-in user has no such screen. */}
        {!user && <NextButton to="/password-reset">Nieuwe link aanvragen</NextButton>}
      </AccountPage>
    )
  return (
    <AccountPage
      title={TITLE}
      purpose="Daarna log je overal opnieuw in."
      links={
        <>
          {!user && <Link to="/password-reset">Nieuwe link aanvragen</Link>}
          <ToLogin />
        </>
      }
    >
      {judgement?.result === 'unsure' && !submission.outcome && (
        <Alert tone="warning" title="Het is niet gelukt om na te gaan of je link nog werkt">
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
        refused="Wachtwoord wijzigen mislukt"
        button={{ still: 'Wachtwoord wijzigen', busy: 'Bezig met wijzigen…' }}
      >
        <NewPasswordFields />
      </AccountForm>
    </AccountPage>
  )
}
