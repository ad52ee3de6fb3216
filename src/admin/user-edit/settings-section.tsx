import { type FormEvent, useState } from 'react'
import { editUser } from '#contract/user.ts'
import { nameRefusalTexts } from '#domain/user/name.texts.ts'
import type { Role, User } from '#domain/user/user.schema.ts'
import { roleLabels } from '#domain/user/user.texts.ts'
import type { Api } from '#src/api/api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import styles from '#src/parts/editing/editing.module.css'
import { saveFailureText } from '#src/parts/editing/save-failure.texts.ts'
import { UnsavedChanges } from '#src/parts/editing/unsaved-changes.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { useTell } from '#src/toasts/tell-context.ts'
import { Alert } from '#src/ui/alert/alert.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { SelectField } from '#src/ui/field/select-field.tsx'
import { TextField } from '#src/ui/field/text-field.tsx'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface SettingsSectionProps {
  api: Api
  user: User
  onChanged: () => void
}

interface Fields {
  first_name: string
  last_name: string
  activated: boolean
  /** undefined for who has neither role, until one is chosen */
  role: Role | undefined
}

const fieldsOf = ({ first_name, last_name, activated, roles }: User): Fields => ({
  first_name,
  last_name,
  activated,
  role: roles[0],
})

const refusals = { ...nameRefusalTexts, 'last-administrator': texts.lastAdministrator }

export function SettingsSection({ api, user, onChanged }: SettingsSectionProps) {
  const tell = useTell()
  const draft = useDraft(user, fieldsOf)
  const [error, setError] = useState<string>()
  const { fields } = draft
  const saving = useChange({
    send: ({ role, ...values }: Fields, { version = draft.base.version }) => {
      if (!user._links.edit) throw new Error('The user has no link to edit them')
      return api.follow(editUser, user._links.edit, { body: { ...values, ...(role && { roles: [role] }), version } })
    },
    onSaved: ({ entity }) => {
      draft.startFrom(entity)
      tell('success', texts.saved)
      onChanged()
    },
    onFailed: (failure) => setError(saveFailureText(failure, texts.saveFailed, refusals)),
    onYield: () => {
      draft.startFrom(draft.base)
      onChanged()
    },
  })
  const edit = (changes: Partial<Fields>) => {
    draft.edit(changes)
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.change(fields)
  }
  return (
    <EditSection title="Gebruiker">
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField label="E-mail" readOnly value={user.username} />
        <TextField
          label="Voornaam"
          value={fields.first_name}
          onChange={(event) => edit({ first_name: event.target.value })}
        />
        <TextField
          label="Achternaam"
          value={fields.last_name}
          onChange={(event) => edit({ last_name: event.target.value })}
        />
        <SelectField
          label="Account"
          value={String(fields.activated)}
          onChange={(event) => edit({ activated: event.target.value === 'true' })}
        >
          <option value="true">Geactiveerd</option>
          <option value="false">Niet geactiveerd</option>
        </SelectField>
        <SelectField
          label="Type"
          value={fields.role ?? ''}
          onChange={(event) => edit({ role: event.target.value === 'ROLE_ADMIN' ? 'ROLE_ADMIN' : 'ROLE_STUDENT' })}
        >
          {fields.role === undefined && <option value="">Geen</option>}
          {Object.entries(roleLabels).map(([role, label]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </SelectField>
        {fields.role === 'ROLE_ADMIN' && <p>Een beheerder kan alles wijzigen. Geef dit alleen aan collega-docenten.</p>}
        {error && <Alert>{error}</Alert>}
        <div className={styles.actions}>
          <Button type="submit" tone="primary" busy={saving.isBusy}>
            Opslaan
          </Button>
        </div>
      </form>
      {saving.dialog}
      <UnsavedChanges isDirty={draft.isDirty} />
    </EditSection>
  )
}
