import { addDepartmentModules, editEducationDepartment, replaceDepartmentModules } from '#contract/departments.gen.ts'
import { ASK_FIRST } from '#contract/refusals.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import { departmentModulesRemovedMessage } from '#domain/messages/change.texts.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { editBody } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { AuditLink, EditColumns, EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import {
  type FormEdit,
  type ModuleRemoval,
  rebaseAlways,
  rebaseForm,
  rebaseRemoval,
  useChange,
  withoutRemoved,
} from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { WriteLink } from '#src/parts/messages/write-link.tsx'
import { ModulePicker, removeColumn } from '#src/parts/module-picker.tsx'
import { ScrollingTable } from '#src/parts/scrolling-table.tsx'
import { messagedText, unseatedText } from '#src/parts/writing/save.texts.ts'
import { fieldError, LostAnswerAlert, ServerButton, SubmitButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Note } from '#src/ui/alert.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { departmentEditTexts as texts } from './department-edit.texts.ts'

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

interface ModulesSectionProps {
  department: EducationDepartment
  modules: readonly Module[]
}

type NamedModule = Pick<Module, 'id' | 'name' | 'description'>

function ModulesSection({ department, modules }: ModulesSectionProps) {
  const api = useApi()
  const notify = useNotify()
  const { modules: held } = department
  const link = department._links.edit_modules
  const requireLink = () => {
    if (!link) throw new Error('The department has no link to edit its modules')
    return link
  }

  const adding = useChange({
    send: ({ id }: NamedModule, { confirmed = ASK_FIRST }) =>
      api.follow(
        addDepartmentModules,
        { ...requireLink(), method: 'PATCH' },
        { query: { confirmed }, body: { entities: [{ id }] } },
      ),
    saved: (made, { name }) => texts.moduleAdded(name, made.enrollments_made) + unseatedText(made),
    failed: texts.saveFailed,
    inToast: true,
    confirmTitle: ({ name }) => texts.addQuestion(name),
    confirmLabel: texts.addAnyway,
  })
  const removing = useChange({
    send: (removal: ModuleRemoval<NamedModule>, { confirmed, message }) =>
      api.follow(
        replaceDepartmentModules,
        { ...requireLink(), method: 'PUT' },
        { query: { confirmed }, body: { ...withoutRemoved(removal), message } },
      ),
    saved: ({ students_messaged }, { module }) => texts.moduleRemoved(module.name) + messagedText(students_messaged),
    proposeMessage: ({ module }) => departmentModulesRemovedMessage([module.name]),
    rebase: rebaseRemoval,
    failed: texts.saveFailed,
    inToast: true,
    confirmTitle: ({ module }) => texts.removeQuestion(module.name),
    confirmLabel: texts.remove,
  })
  const add = (module: NamedModule) => {
    if (held.some(({ id }) => id === module.id)) notify('neutral', texts.holdsAlready(module.name))
    else adding.change(module)
  }

  return (
    <EditSection title="Modules">
      <ModulePicker modules={modules} isBusy={adding.isBusy} onAdd={add} />
      {held.length === 0 ? (
        <Note tone="warning">{texts.noModules}</Note>
      ) : (
        <ScrollingTable
          caption={texts.modules}
          rows={held}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'name',
              label: 'Naam',
              sortBy: ({ name }) => name,
              cell: ({ name }) => <strong translate="no">{name}</strong>,
            },
            { key: 'description', label: 'Beschrijving', cell: ({ description }) => description },
            removeColumn(removing.isBusy, (module: NamedModule) =>
              removing.change({ module, held, version: department.version }),
            ),
          ]}
        />
      )}
      {adding.dialog}
      {removing.dialog}
    </EditSection>
  )
}
