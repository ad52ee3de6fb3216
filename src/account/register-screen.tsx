import { register } from '#contract/accounts.ts'
import type { Registration } from '#domain/accounts/account.schema.ts'
import type { Api } from '#src/api/api.ts'
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
    <AccountPage
      title="Account aanmaken"
      purpose={registered ? undefined : 'Met een account schrijf je je in voor wiskundetoetsen.'}
      links={<ToLogin />}
    >
      {registered ? (
        <AccountDone icon="mail">
          <p>
            We hebben een e-mail met een activatielink gestuurd naar <strong>{registered.username}</strong>.
          </p>
          <p>Nadat je daarmee je account hebt geactiveerd, kun je inloggen.</p>
          <p>Niets ontvangen? Kijk ook bij je ongewenste e-mail. Een link uit een eerdere e-mail werkt ook.</p>
        </AccountDone>
      ) : (
        <AccountForm
          submission={submission}
          valuesIn={registrationIn}
          refused="Registreren mislukt"
          button={{ still: 'Registreren', busy: 'Bezig met registreren…' }}
        >
          <UsernameField />
          <NewPasswordFields />
        </AccountForm>
      )}
    </AccountPage>
  )
}
