import { newPasswordHint } from '#domain/accounts/account.texts.ts'
import { PasswordField } from '#src/ui/field.tsx'

/** What a password must be like stands there before anything is typed. Whether it is good enough the server says. */
export const NewPasswordFields = () => (
  <>
    <PasswordField label="Wachtwoord" hint={newPasswordHint} name="password" autoComplete="new-password" required />
    <PasswordField label="Herhaal wachtwoord" name="password_repeat" autoComplete="new-password" required />
  </>
)
