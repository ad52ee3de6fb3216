import { TextField } from '#src/ui/field.tsx'

export const UsernameField = ({ error }: { error?: string | undefined }) => (
  <TextField
    label="Gebruikersnaam"
    hint="Je e-mailadres van school"
    name="username"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    error={error}
    required
  />
)
