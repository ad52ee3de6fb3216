import { editEducationDepartment } from '#contract/departments.gen.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { editBody } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { AuditLink, EditColumns, EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { type FormEdit, rebaseAlways, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { WriteLink } from '#src/parts/messages/write-link.tsx'
import { ServerButton, SubmitButton, UnsavedChanges } from '#src/parts/writing/confirm-dialog.tsx'
import { fieldError, LostAnswerAlert } from '#src/parts/writing/problem.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { departmentEditTexts as texts } from './department-edit.texts.ts'
import { ModulesSection } from './modules-section.tsx'

interface EducationDepartmentEditScreenProps {
  department: EducationDepartment
  modules: readonly Module[]
}

export function EducationDepartmentEditScreen({ department, modules }: EducationDepartmentEditScreenProps) {
  return (
    <EditPage isWide>
      <BackLink to="/admin/education-departments">Studierichtingen</BackLink>
      <EditColumns>
        <EditPage>
          <ActionsSection department={department} />
          <NameSection department={department} />
        </EditPage>
        <ModulesSection department={department} modules={modules} />
      </EditColumns>
      <AuditLink resource="education_department" id={department.id}>
        {texts.log}
      </AuditLink>
    </EditPage>
  )
}

interface SectionProps {
  department: EducationDepartment
}

/** Archiving takes nothing from anyone and can be undone, so it needs no confirmation. */
function ActionsSection({ department }: SectionProps) {
  const api = useApi()
  const { edit } = department._links
  const archiving = useChange({
    send: (archived: boolean, { theirs }) => {
      if (!edit) throw new Error('The department has no link to edit it')
      return api.follow(editEducationDepartment, edit, { body: editBody(department, { archived }, theirs) })
    },
    rebase: rebaseAlways,
    saved: ({ entity: { archived, name } }) => (archived ? texts.archived(name) : texts.restored(name)),
    failed: texts.saveFailed,
    inToast: true,
  })
  return (
    <EditSection title="Acties">
      <div>
        <WriteLink group={{ kind: 'department', education_department_id: department.id }} />
      </div>
      {department.archived ? (
        <StatusLine tone="warning" icon="lock">
          {texts.isArchived}
        </StatusLine>
      ) : (
        <p>{texts.archiveExplanation}</p>
      )}
      <div>
        <ServerButton busy={archiving.isBusy} onClick={() => archiving.change(!department.archived)}>
          {department.archived ? 'Terugzetten' : 'Archiveren'}
        </ServerButton>
      </div>
      {archiving.dialog}
    </EditSection>
  )
}

function NameSection({ department }: SectionProps) {
  const api = useApi()
  const draft = useDraft(department, ({ name }) => ({ name }))
  const { edit } = department._links
  const saving = useChange({
    send: ({ fields }: FormEdit<{ name: string }>, { theirs }) => {
      if (!edit) throw new Error('The department has no link to edit it')
      return api.follow(editEducationDepartment, edit, { body: editBody(draft.base, fields, theirs) })
    },
    rebase: rebaseForm,
    onSaved: ({ entity }) => draft.startFrom(entity),
    saved: texts.saved,
    failed: texts.saveFailed,
    refusals: takenNameTexts,
    onYield: () => draft.startFrom(draft.base),
  })
  const submit = () => saving.change({ base: { name: draft.base.name }, fields: draft.fields })
  return (
    <EditSection title="Instellingen">
      <Form data-layout="grid 4" onSubmit={submit}>
        <TextField
          label="Naam"
          autoComplete="on"
          value={draft.fields.name}
          error={fieldError(saving.problem)}
          onChange={(event) => {
            draft.edit({ name: event.target.value })
            saving.showProblem(null)
          }}
        />
        <LostAnswerAlert text={saving.problem} />
        <div data-layout="row">
          <SubmitButton busy={saving.isBusy}>Opslaan</SubmitButton>
        </div>
      </Form>
      {saving.dialog}
      <UnsavedChanges isDirty={draft.isDirty} />
    </EditSection>
  )
}
