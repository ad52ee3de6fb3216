import { Link } from '@tanstack/react-router'
import { changePassword } from '#contract/account.ts'
import type { PasswordChange } from '#domain/account/account.schema.ts'
import type { Api } from '#src/api/api.ts'
import { AccountDone } from '../account-done.tsx'
import { AccountForm } from '../account-form.tsx'
import { AccountPage } from '../account-page.tsx'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { outcomeOf } from '../outcome.ts'
import { ToLogin } from '../to-login.tsx'
import { typedText } from '../typed-text.ts'
import { useSubmission } from '../use-submission.ts'
import { resetKeyText } from './reset-key.ts'

export function PasswordChangeScreen({ api, resetKey }: { api: Api; resetKey: string }) {
  const submission = useSubmission((body: PasswordChange) =>
    outcomeOf(api.call(changePassword, { body }), resetKeyText),
  )

  if (submission.outcome?.reply)
    return (
      <AccountPage title="Nieuw wachtwoord kiezen" links={<ToLogin />}>
        <AccountDone>
          <p>Je wachtwoord is gewijzigd. Je kunt nu inloggen met je nieuwe wachtwoord.</p>
        </AccountDone>
      </AccountPage>
    )
  return (
    <AccountPage
      title="Nieuw wachtwoord kiezen"
      purpose="Daarna log je overal opnieuw in."
      links={
        <>
          <ToLogin />
          <Link to="/password-reset">Nieuwe link aanvragen</Link>
        </>
      }
    >
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
