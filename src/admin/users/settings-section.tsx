import { type FormEvent, useState } from 'react'
import { ASK_FIRST } from '#contract/refusals.ts'
import { editUser } from '#contract/users.ts'
import { isRole, type Role, reaches } from '#domain/users/roles.ts'
import type { User, UserFields } from '#domain/users/user.schema.ts'
import { roleTexts } from '#domain/users/user.texts.ts'
import { newNameRefusals } from '#domain/users/user-edit.rules.ts'
import { type Api, editBody } from '#src/api/api.ts'
import type { RefusalTexts } from '#src/api/failure.texts.ts'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import styles from '#src/parts/editing/editing.module.css'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { useSession } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface SettingsSectionProps {
  api: Api
  user: User
}

const fieldsOf = ({ first_name, last_name, activated, roles }: User): UserDraft => ({
  first_name,
  last_name,
  activated,
  role: roles[0],
})

/** As it is sent; of several roles the form shows the first, and leaves all as they are while that stays. */
const editOf = ({ roles }: User, { role, ...fields }: UserDraft): UserFields => ({
  ...fields,
  roles: role === undefined || role === roles[0] ? roles : [role],
})

const refusals: RefusalTexts = texts.nameRefusals

export function SettingsSection({ api, user }: SettingsSectionProps) {
  const notify = useNotify()
  const draft = useDraft(user, fieldsOf)
  const [isChecked, setChecked] = useState(false)
  const [error, setError] = useState<string>()
  const { user: self, learnUser } = useSession()
  const { fields } = draft
  const isSelf = self?.id === user.id
  const losesAccess = isSelf && !(fields.activated && reaches(editOf(user, fields), 'administration'))
  const saving = useChange({
    send: ({ fields }: FormEdit<UserFields>, { theirs, confirmed = ASK_FIRST }) => {
      if (!user._links.edit) throw new Error('The user has no link to edit them')
      return api.follow(editUser, user._links.edit, {
        query: { confirmed },
        body: editBody(draft.base, fields, theirs),
      })
    },
    rebase: rebaseForm,
    confirmTitle: texts.roleQuestion(user.username),
    confirmLabel: 'Type wijzigen',
    onSaved: ({ entity }) => {
      draft.startFrom(entity)
      setChecked(false)
      if (isSelf) learnUser(entity)
      notify('success', texts.saved)
    },
    onFailed: (failure) => setError(saveFailureText(failure, texts.saveFailed, refusals)),
    onYield: () => {
      draft.startFrom(draft.base)
    },
  })
  const edit = (changes: Partial<UserDraft>) => {
    draft.edit(changes)
    setError(undefined)
  }
  const { first_name, last_name } = newNameRefusals(fields, draft.base)
  const problems = isChecked
    ? {
        first_name: first_name ? texts.nameRefusals[first_name] : undefined,
        last_name: last_name ? texts.nameRefusals[last_name] : undefined,
      }
    : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!first_name && !last_name)
      saving.change({ base: editOf(draft.base, fieldsOf(draft.base)), fields: editOf(draft.base, fields) })
    else event.currentTarget.querySelector<HTMLElement>(`[name="${first_name ? 'first_name' : 'last_name'}"]`)?.focus()
  }
  return (
    <EditSection title="Gebruiker">
      <form className={styles.form} noValidate onSubmit={submit}>
        <SettingsFields username={user.username} fields={fields} problems={problems} onEdit={edit} />
        {losesAccess && !error && (
          <StatusLine tone="warning" icon="alert">
            {texts.losesAccess}
          </StatusLine>
        )}
        {error && <Alert>{error}</Alert>}
        <div className={styles.save}>
          <ServerButton type="submit" tone="primary" busy={saving.isBusy}>
            Opslaan
          </ServerButton>
        </div>
      </form>
      {saving.dialog}
      <UnsavedChanges isDirty={draft.isDirty} />
    </EditSection>
  )
}

interface UserDraft {
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

const SettingsFields = ({ username, fields, problems, onEdit }: SettingsFieldsProps) => (
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
      hint={fields.role && roleTexts[fields.role].explanation}
      value={fields.role ?? ''}
      onChange={({ target: { value } }) => isRole(value) && onEdit({ role: value })}
    >
      {fields.role === undefined && <option value="">Geen</option>}
      {Object.entries(roleTexts).map(([role, { label }]) => (
        <option key={role} value={role}>
          {label}
        </option>
      ))}
    </SelectField>
  </>
)
