import { createLink, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createModule, editModule } from '#contract/modules.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { ListedModule } from '#domain/modules/module.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { fieldError, LostAnswerAlert, Problem } from '#src/parts/editing/problem.tsx'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { ImportArrow, ListPage, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { editColumn } from '#src/parts/list-page/list-table.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Badge } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { modulesTexts as texts } from './modules.texts.ts'
import styles from './modules-screen.module.css'
import { PutAwayButton } from './put-away-button.tsx'

const LinkedButton = createLink(ButtonLink)

interface ModulesScreenProps {
  api: Api
  modules: readonly ListedModule[]
  /** archived modules are included */
  showsArchived: boolean
}

export function ModulesScreen({ api, modules, showsArchived }: ModulesScreenProps) {
  const navigate = useNavigate()
  const notify = useNotify()
  const justMade = useJustMade()
  const [editing, setEditing] = useState<ListedModule | 'new' | null>(null)
  const onSaved = (module: ListedModule) => {
    if (editing === 'new') justMade.add(module.id)
    notify('success', editing === 'new' ? texts.created(module.name) : texts.edited(module.name))
    setEditing(null)
  }
  return (
    <>
      <ListPage
        intro={texts.intro}
        add={{ label: texts.add, onAdd: () => setEditing('new') }}
        tools={
          <div data-layout="row 3 x6">
            <LinkedButton to="/admin/education-departments/modules" icon="list">
              {texts.byDepartment}
            </LinkedButton>
            <LinkedButton to="/admin/import/modules">
              <ImportArrow />
              {texts.import}
            </LinkedButton>
            <FilterTick
              label="Gearchiveerde tonen"
              checked={showsArchived}
              onChange={(checked) =>
                navigate({ to: '/admin/modules', search: checked ? { archived: true } : {}, replace: true })
              }
            />
          </div>
        }
        emptyText={modules.length === 0 && texts.none}
      >
        <Table
          caption="Modules"
          rows={modules}
          keyOf={({ id }) => id}
          isNew={({ id }) => justMade.has(id)}
          columns={[
            { key: 'name', label: 'Naam', sortBy: ({ name }) => name, cell: ({ name }) => <strong>{name}</strong> },
            {
              key: 'description',
              label: 'Beschrijving',
              sortBy: ({ description }) => description,
              cell: ({ description }) => description,
            },
            {
              key: 'active',
              label: 'In gebruik',
              cell: (module) =>
                module.archived ? (
                  <Badge tone="neutral" icon="lock">
                    Gearchiveerd
                  </Badge>
                ) : (
                  <ActiveSwitch api={api} module={module} />
                ),
            },
            {
              ...editColumn,
              cell: (module) => (
                <div className={styles.actions}>
                  <Button
                    tone="quiet"
                    icon="edit"
                    aria-label={texts.edit(module.name)}
                    onClick={() => setEditing(module)}
                  >
                    Wijzigen
                  </Button>
                  <PutAwayButton api={api} module={module} />
                </div>
              ),
            },
          ]}
        />
      </ListPage>
      {editing && (
        <ModuleDialog
          api={api}
          module={editing === 'new' ? null : editing}
          onSaved={onSaved}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

interface ActiveSwitchProps {
  api: Api
  module: ListedModule
}

/** A module out of use is no longer offered; enrolled students stay enrolled. */
const ActiveSwitch = ({ api, module }: ActiveSwitchProps) => (
  <SavingSwitch
    label={texts.inUse(module.name)}
    checked={module.active}
    link={module._links.edit}
    save={(link, active, { theirs }) => api.follow(editModule, link, { body: editBody(module, { active }, theirs) })}
    savedText={({ entity, students_enrolled }) => {
      const stay = entity.active || students_enrolled === 0 ? '' : texts.stillEnrolled(students_enrolled)
      return texts.edited(entity.name) + stay
    }}
  />
)

interface ModuleDialogProps {
  api: Api
  /** null for a new one */
  module: ListedModule | null
  onSaved: (module: ListedModule) => void
  onClose: () => void
}

/** Dialog for a new module, or for the description of an existing one: its name never changes. */
function ModuleDialog({ api, module, onSaved, onClose }: ModuleDialogProps) {
  const before = { name: module?.name ?? '', description: module?.description ?? '' }
  const [name, setName] = useState(before.name)
  const [description, setDescription] = useState(before.description)
  const saving = useChange({
    send: async ({ fields: body }: FormEdit<typeof before>, { theirs }) => {
      const edit = module?._links.edit
      const { entity } = edit
        ? await api.follow(editModule, edit, { body: editBody(module, body, theirs) })
        : await api.call(createModule, { body })
      return entity
    },
    onSaved,
    rebase: rebaseForm,
    failed: module ? texts.editFailed : texts.createFailed,
    refusals: takenNameTexts,
    onYield: onClose,
  })
  return (
    <>
      <FormDialog
        title={module ? texts.edit(module.name) : texts.new}
        submitLabel={module ? 'Opslaan' : texts.create}
        isBusy={saving.isBusy}
        isDirty={isChanged(before, { name, description })}
        onSubmit={() => saving.change({ base: before, fields: { name, description } })}
        onClose={onClose}
      >
        <TextField
          label="Naam"
          hint={module ? texts.nameFixed : texts.nameHint}
          readOnly={module !== null}
          value={name}
          error={module ? undefined : fieldError(saving.problem)}
          onChange={(event) => {
            setName(event.target.value)
            saving.showProblem(null)
          }}
        />
        <TextField label="Beschrijving" value={description} onChange={(event) => setDescription(event.target.value)} />
        {module ? <Problem text={saving.problem} /> : <LostAnswerAlert text={saving.problem} />}
      </FormDialog>
      {saving.dialog}
    </>
  )
}
