import { type FormEvent, useState } from 'react'
import { editEducationDepartment } from '#contract/education-department.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import styles from '#src/parts/editing/editing.module.css'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { useTell } from '#src/toasts/toasts-context.ts'
import { TextField } from '#src/ui/field.tsx'
import { departmentEditTexts as texts } from './education-department-edit.texts.ts'

interface SectionProps {
  api: Api
  department: EducationDepartment
}

export function NameSection({ api, department }: SectionProps) {
  const tell = useTell()
  const draft = useDraft(department, ({ name }) => ({ name }))
  const [error, setError] = useState<string>()
  const { edit } = department._links
  const saving = useChange({
    send: ({ fields }: FormEdit<{ name: string }>, { theirs }) => {
      if (!edit) throw new Error('The department has no link to edit it')
      return api.follow(editEducationDepartment, edit, { body: editBody(draft.base, fields, theirs) })
    },
    rebase: rebaseForm,
    onSaved: ({ entity }) => {
      draft.startFrom(entity)
      tell('success', texts.saved)
    },
    onFailed: (failure) => setError(saveFailureText(failure, texts.saveFailed, takenNameTexts)),
    onYield: () => {
      draft.startFrom(draft.base)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.change({ base: { name: draft.base.name }, fields: draft.fields })
  }
  return (
    <EditSection title="Instellingen">
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="Naam"
          value={draft.fields.name}
          error={error}
          onChange={(event) => {
            draft.edit({ name: event.target.value })
            setError(undefined)
          }}
        />
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
