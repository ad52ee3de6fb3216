import { requestPasswordReset } from '#contract/accounts.gen.ts'
import type { PasswordReset } from '#domain/accounts/account.schema.ts'
import type { Api } from '#src/api/api.ts'
import { passwordResetTexts as texts } from './account.texts.ts'
import { AccountForm, UsernameField } from './account-form.tsx'
import { AccountDone, AccountPage, ToLogin } from './account-page.tsx'
import { outcomeOf, typedText, useSubmission } from './account-submission.ts'

/** Shows the same whether or not the address has an account. */
export function PasswordResetScreen({ api }: { api: Api }) {
  const submission = useSubmission((body: PasswordReset) => outcomeOf(api.call(requestPasswordReset, { body })))

  return (
    <AccountPage
      title={texts.title}
      purpose={submission.outcome?.reply ? undefined : texts.purpose}
      links={<ToLogin />}
    >
      {submission.outcome?.reply ? (
        <AccountDone icon="mail">
          <p>{texts.sent}</p>
          <p>{texts.notReceived}</p>
        </AccountDone>
      ) : (
        <AccountForm
          submission={submission}
          valuesIn={(form) => ({ username: typedText(form, 'username').trim() })}
          refused={texts.failed}
          button={{ still: texts.request, busy: texts.requesting }}
        >
          <UsernameField />
        </AccountForm>
      )}
    </AccountPage>
  )
}
