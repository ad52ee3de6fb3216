import { requestPasswordReset } from '#contract/accounts.ts'
import type { PasswordReset } from '#domain/accounts/account.schema.ts'
import type { Api } from '#src/api/api.ts'
import { AccountForm, UsernameField } from './account-form.tsx'
import { AccountDone, AccountPage, ToLogin } from './account-page.tsx'
import { outcomeOf, typedText, useSubmission } from './account-submission.ts'

/** Shows the same whether or not the address has an account. */
export function PasswordResetScreen({ api }: { api: Api }) {
  const submission = useSubmission((body: PasswordReset) => outcomeOf(api.call(requestPasswordReset, { body })))

  return (
    <AccountPage
      title="Wachtwoord vergeten"
      purpose={submission.outcome?.reply ? undefined : 'Vraag een e-mail aan waarmee je een nieuw wachtwoord kiest.'}
      links={<ToLogin />}
    >
      {submission.outcome?.reply ? (
        <AccountDone icon="mail">
          <p>Heeft dit adres een account? Dan hebben we een e-mail met verdere instructies gestuurd.</p>
          <p>Niets ontvangen? Kijk ook bij je ongewenste e-mail.</p>
        </AccountDone>
      ) : (
        <AccountForm
          submission={submission}
          valuesIn={(form) => ({ username: typedText(form, 'username').trim() })}
          refused="Aanvragen mislukt"
          button={{ still: 'Aanvragen', busy: 'Bezig met aanvragen…' }}
        >
          <UsernameField />
        </AccountForm>
      )}
    </AccountPage>
  )
}
