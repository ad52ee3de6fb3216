import { PasswordField } from '#src/ui/field/password-field.tsx'

/** What a password must be like stands there before anything is typed. Whether it is good enough the server says. */
export const NewPasswordFields = () => (
  <>
    <PasswordField
      label="Wachtwoord"
      hint="Minstens 8 tekens, en niet makkelijk te raden. Een paar losse woorden achter elkaar is prima."
      name="password"
      autoComplete="new-password"
      required
    />
    <PasswordField label="Herhaal wachtwoord" name="password_repeat" autoComplete="new-password" required />
  </>
)
