import { register } from '#contract/accounts.gen.ts'
import type { Registration } from '#domain/accounts/account.schema.ts'
import type { Api } from '#src/api/api.ts'
import { registerTexts as texts } from './account.texts.ts'
import { AccountForm, NewPasswordFields, UsernameField } from './account-form.tsx'
import { AccountDone, AccountPage, ToLogin } from './account-page.tsx'
import { outcomeOf, typedText, useSubmission } from './account-submission.ts'

const registrationIn = (form: FormData): Registration => ({
  username: typedText(form, 'username').trim(),
  password: typedText(form, 'password'),
  password_repeat: typedText(form, 'password_repeat'),
})

export function RegisterScreen({ api }: { api: Api }) {
  const submission = useSubmission((body: Registration) => outcomeOf(api.call(register, { body })))
  const registered = submission.outcome?.reply

  return (
    <AccountPage title={texts.title} purpose={registered ? undefined : texts.purpose} links={<ToLogin />}>
      {registered ? (
        <AccountDone icon="mail">
          <p>
            {texts.sentTo} <strong translate="no">{registered.username}</strong>.
          </p>
          <p>{texts.thenLogIn}</p>
          <p>{texts.notReceived}</p>
        </AccountDone>
      ) : (
        <AccountForm
          submission={submission}
          valuesIn={registrationIn}
          refused={texts.failed}
          button={{ still: texts.register, busy: texts.registering }}
        >
          <UsernameField />
          <NewPasswordFields />
        </AccountForm>
      )}
    </AccountPage>
  )
}
