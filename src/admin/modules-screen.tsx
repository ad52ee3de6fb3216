import { useNavigate } from '@tanstack/react-router'
import { createModule, editModule } from '#contract/modules.gen.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { ListedModule } from '#domain/modules/module.schema.ts'
import { moduleFields } from '#domain/modules/module.texts.ts'
import { editBody } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { ImportArrow, ListPage, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { RegisterDialog } from '#src/parts/registers/register-dialog.tsx'
import { actsColumn, DownloadTable, fieldColumns, useRegister } from '#src/parts/registers/register-list.tsx'
import { Badge } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { modulesTexts as texts } from './modules.texts.ts'
import { PutAwayButton } from './put-away-button.tsx'

interface ModulesScreenProps {
  modules: readonly ListedModule[]
  showsArchived: boolean
}

export function ModulesScreen({ modules, showsArchived }: ModulesScreenProps) {
  const api = useApi()
  const navigate = useNavigate()
  const { justMade, add, edit, dialog } = useRegister<ListedModule>(texts)
  return (
    <>
      <ListPage
        intro={texts.intro}
        add={{ label: texts.add, onAdd: add }}
        tools={
          <div data-layout="row 2 x6">
            <ScreenLink to="/admin/education-departments/modules" icon="list">
              {texts.byDepartment}
            </ScreenLink>
            <ScreenLink to="/admin/import/modules">
              <ImportArrow />
              {texts.import}
            </ScreenLink>
            <DownloadTable many="modules" fields={moduleFields} rows={modules} />
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
            {
              key: 'name',
              label: 'Naam',
              sortBy: ({ name }) => name,
              cell: ({ name }) => <strong translate="no">{name}</strong>,
            },
            ...fieldColumns<ListedModule>(moduleFields),
            {
              key: 'active',
              label: 'In gebruik',
              cell: (module) =>
                module.archived ? <Badge icon="lock">Gearchiveerd</Badge> : <ActiveSwitch module={module} />,
            },
            actsColumn({ texts, onEdit: edit, putAway: (module) => <PutAwayButton module={module} /> }),
          ]}
        />
      </ListPage>
      {dialog && (
        <RegisterDialog
          {...dialog}
          texts={texts}
          fields={moduleFields}
          nameHint={dialog.row ? texts.nameFixed : texts.nameHint}
          isNameFixed={dialog.row !== null}
          send={(body, theirs) =>
            dialog.row?._links.edit
              ? api.follow(editModule, dialog.row._links.edit, { body: editBody(dialog.row, body, theirs) })
              : api.call(createModule, { body })
          }
          refusals={takenNameTexts}
        />
      )}
    </>
  )
}

/** A module out of use is no longer offered; enrolled students stay enrolled. */
function ActiveSwitch({ module }: { module: ListedModule }) {
  const api = useApi()
  return (
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
}
