import type { Role, User } from '#domain/users/user.schema.ts'
import { roleExplanations, roleLabels } from '#domain/users/user.texts.ts'
import { SelectField, TextField } from '#src/ui/field.tsx'

export interface UserDraft {
  first_name: string
  last_name: string
  activated: boolean
  /** undefined for who has neither role, until one is chosen */
  role: Role | undefined
}

interface SettingsFieldsProps {
  username: User['username']
  fields: UserDraft
  /** what is wrong with the names, beside each */
  problems: { first_name?: string; last_name?: string }
  onEdit: (changes: Partial<UserDraft>) => void
}

export const SettingsFields = ({ username, fields, problems, onEdit }: SettingsFieldsProps) => (
  <>
    <TextField label="E-mail" readOnly value={username} />
    <TextField
      label="Voornaam"
      name="first_name"
      autoComplete="off"
      error={problems.first_name}
      value={fields.first_name}
      onChange={({ target }) => onEdit({ first_name: target.value })}
    />
    <TextField
      label="Achternaam"
      name="last_name"
      autoComplete="off"
      error={problems.last_name}
      value={fields.last_name}
      onChange={({ target }) => onEdit({ last_name: target.value })}
    />
    <SelectField
      label="Account"
      value={String(fields.activated)}
      onChange={({ target }) => onEdit({ activated: target.value === 'true' })}
    >
      <option value="true">Geactiveerd</option>
      <option value="false">Niet geactiveerd</option>
    </SelectField>
    <SelectField
      label="Type"
      hint={fields.role && roleExplanations[fields.role]}
      value={fields.role ?? ''}
      onChange={({ target }) => onEdit({ role: target.value === 'ROLE_ADMIN' ? 'ROLE_ADMIN' : 'ROLE_STUDENT' })}
    >
      {fields.role === undefined && <option value="">Geen</option>}
      {Object.entries(roleLabels).map(([role, label]) => (
        <option key={role} value={role}>
          {label}
        </option>
      ))}
    </SelectField>
  </>
)
