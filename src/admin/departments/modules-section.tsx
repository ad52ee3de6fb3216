import { addDepartmentModules, replaceDepartmentModules } from '#contract/departments.gen.ts'
import { ASK_FIRST } from '#contract/refusals.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { departmentModulesRemovedMessage } from '#domain/messages/change.texts.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { type ModuleRemoval, rebaseRemoval, useChange } from '#src/parts/editing/use-change.tsx'
import { ModulePicker } from '#src/parts/module-picker.tsx'
import { ScrollingTable } from '#src/parts/scrolling-table.tsx'
import { ServerButton } from '#src/parts/writing/confirm-dialog.tsx'
import { messagedText, unseatedText } from '#src/parts/writing/save.texts.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Note } from '#src/ui/alert.tsx'
import { departmentEditTexts as texts } from './department-edit.texts.ts'

interface SectionProps {
  department: EducationDepartment
  modules: readonly Module[]
}

type NamedModule = Pick<Module, 'id' | 'name' | 'description'>

/** Modules that the department's students may choose from. */
export function ModulesSection({ department, modules }: SectionProps) {
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
    send: ({ module, held: from, version }: ModuleRemoval<NamedModule>, { confirmed, message }) =>
      api.follow(
        replaceDepartmentModules,
        { ...requireLink(), method: 'PUT' },
        {
          query: { confirmed },
          body: {
            entities: from.filter(({ id }) => id !== module.id).map(({ id }) => ({ id })),
            version,
            message,
          },
        },
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
            {
              key: 'remove',
              label: 'Verwijderen',
              hideLabel: true,
              align: 'end',
              cell: (module) => (
                <ServerButton
                  tone="danger"
                  aria-label={texts.removeModule(module.name)}
                  disabled={removing.isBusy}
                  onClick={() => removing.change({ module, held, version: department.version })}
                >
                  Verwijderen
                </ServerButton>
              ),
            },
          ]}
        />
      )}
      {adding.dialog}
      {removing.dialog}
    </EditSection>
  )
}
