import { useRef, useState } from 'react'
import { ASK_FIRST } from '#contract/refusals.ts'
import { editUser } from '#contract/users.gen.ts'
import { type FollowedField, followedFields } from '#domain/users/followed.rules.ts'
import { followedHints } from '#domain/users/followed.texts.ts'
import { isRole, type Role, reaches } from '#domain/users/roles.ts'
import type { User, UserFields } from '#domain/users/user.schema.ts'
import { roleTexts, userFieldTexts } from '#domain/users/user.texts.ts'
import { keptClassGroup, keptStudentNumber, newIdentityRefusals } from '#domain/users/user-edit.rules.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { Problem, SubmitButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { Form, Options, SelectField, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import editStyles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

const fieldsOf = ({
  first_name,
  last_name,
  student_number,
  class_group,
  activated,
  extra_time = false,
  roles,
}: User): UserDraft => ({
  first_name,
  last_name,
  student_number: student_number ?? '',
  class_group: class_group ?? '',
  activated,
  extra_time,
  role: roles[0],
})

/** Edit to send. Of several roles the form shows the first, and leaves all unchanged while that one stays. */
const editOf = ({ roles }: User, { role, student_number, class_group, ...fields }: UserDraft): UserFields => ({
  ...fields,
  student_number: keptStudentNumber(student_number),
  class_group: keptClassGroup(class_group),
  roles: role === undefined || role === roles[0] ? roles : [role],
})

export function SettingsSection({ user }: { user: User }) {
  const api = useApi()
  const draft = useDraft(user, fieldsOf)
  const [isChecked, setChecked] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const { user: self, learnUser } = useSession()
  const { fields } = draft
  const form = useRef<HTMLFormElement>(null)
  const focusOn = (name: IdentityField) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
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
    confirmLabel: texts.typeConfirm,
    onSaved: ({ entity }) => {
      draft.startFrom(entity)
      setChecked(false)
      learnUser(entity)
    },
    saved: texts.saved,
    failed: texts.saveFailed,
    refusals: texts.identityRefusals,
    onRefused: (error) => {
      const isOfNumber = isRefusedFor(error, 'student-number-taken')
      if (isOfNumber) {
        setTaken(true)
        focusOn('student_number')
      }
      return isOfNumber
    },
    onYield: () => draft.startFrom(draft.base),
  })
  const edit = (changes: Partial<UserDraft>) => {
    draft.edit(changes)
    saving.showProblem(null)
    if ('student_number' in changes) setTaken(false)
  }
  const found = newIdentityRefusals(fields, draft.base)
  const wrong = identityFields.filter((name) => found[name])
  const textOf = (name: IdentityField) => {
    const refusal = isChecked && found[name]
    return refusal ? texts.identityRefusals[refusal] : undefined
  }
  const problems = {
    first_name: textOf('first_name'),
    last_name: textOf('last_name'),
    student_number: isTaken ? texts.identityRefusals['student-number-taken'] : textOf('student_number'),
    class_group: textOf('class_group'),
  }
  const submit = () => {
    setChecked(true)
    setTaken(false)
    const [firstWrong] = wrong
    if (firstWrong) focusOn(firstWrong)
    else saving.change({ base: editOf(draft.base, fieldsOf(draft.base)), fields: editOf(draft.base, fields) })
  }
  return (
    <EditSection title="Gebruiker">
      <Form ref={form} data-layout="grid 4" onSubmit={submit}>
        <SettingsFields user={draft.base} fields={fields} problems={problems} onEdit={edit} />
        {losesAccess && !saving.problem && <StatusLine tone="warning">{texts.losesAccess}</StatusLine>}
        <Problem text={saving.problem} />
        <div data-layout="row">
          <SubmitButton busy={saving.isBusy}>Opslaan</SubmitButton>
        </div>
      </Form>
      {saving.dialog}
      <UnsavedChanges isDirty={draft.isDirty} />
    </EditSection>
  )
}

/** Fields with their own refusals, from top to bottom. */
const identityFields = ['first_name', 'last_name', 'student_number', 'class_group'] as const
type IdentityField = (typeof identityFields)[number]

interface UserDraft {
  first_name: string
  last_name: string
  /** empty for none */
  student_number: string
  /** empty for none */
  class_group: string
  activated: boolean
  extra_time: boolean
  /** undefined for a user with neither role, until one is chosen */
  role: Role | undefined
}

interface SettingsFieldsProps {
  user: User
  fields: UserDraft
  problems: { [Name in IdentityField]: string | undefined }
  onEdit: (changes: Partial<UserDraft>) => void
}

const SettingsFields = ({ user, fields, problems, onEdit }: SettingsFieldsProps) => {
  const followed = followedFields(user)
  /** Makes a field read-only if its value comes from the school's own system. */
  const shown = (name: FollowedField) => followed.includes(name) && { readOnly: true, hint: followedHints.theirs }
  return (
    <div className={editStyles.fields} data-layout="stack 4 start">
      <TextField label="E-mail" readOnly value={user.username} />
      <TextField
        label="Voornaam"
        name="first_name"
        error={problems.first_name}
        value={fields.first_name}
        onChange={({ target }) => onEdit({ first_name: target.value })}
        {...shown('first_name')}
      />
      <TextField
        label="Achternaam"
        name="last_name"
        error={problems.last_name}
        value={fields.last_name}
        onChange={({ target }) => onEdit({ last_name: target.value })}
        {...shown('last_name')}
      />
      {(fields.role === 'ROLE_STUDENT' || fields.student_number !== '') && (
        <TextField
          label={userFieldTexts.student_number.label}
          name="student_number"
          autoCapitalize="characters"
          spellCheck={false}
          hint={texts.studentNumberHint}
          error={problems.student_number}
          value={fields.student_number}
          onChange={({ target }) => onEdit({ student_number: target.value })}
          {...shown('student_number')}
        />
      )}
      {(fields.role === 'ROLE_STUDENT' || fields.class_group !== '') && (
        <TextField
          label={userFieldTexts.class_group.label}
          name="class_group"
          spellCheck={false}
          hint={texts.classGroupHint}
          error={problems.class_group}
          value={fields.class_group}
          onChange={({ target }) => onEdit({ class_group: target.value })}
        />
      )}
      {(fields.role === 'ROLE_STUDENT' || fields.extra_time) && (
        <SelectField
          label={userFieldTexts.extra_time.label}
          hint={texts.extraTimeHint}
          value={String(fields.extra_time)}
          onChange={({ target }) => onEdit({ extra_time: target.value === 'true' })}
        >
          <option value="false">Nee</option>
          <option value="true">Ja</option>
        </SelectField>
      )}
      <SelectField
        label="Account"
        value={String(fields.activated)}
        onChange={({ target }) => onEdit({ activated: target.value === 'true' })}
      >
        <option value="true">Geactiveerd</option>
        <option value="false">{texts.notActivated}</option>
      </SelectField>
      <SelectField
        label="Type"
        hint={fields.role && roleTexts[fields.role].explanation}
        value={fields.role ?? ''}
        onChange={({ target: { value } }) => isRole(value) && onEdit({ role: value })}
      >
        {fields.role === undefined && <option value="">Geen</option>}
        <Options of={Object.entries(roleTexts).map(([role, { label }]) => [role, label])} />
      </SelectField>
    </div>
  )
}
