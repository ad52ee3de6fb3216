import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createModule, deleteModule, editModule, getModuleUse } from '#contract/modules.gen.ts'
import { ASK_FIRST, type ModuleInUse } from '#contract/refusals.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { takenNameTexts } from '#domain/entities/school-name.texts.ts'
import type { ListedModule, ModuleUse } from '#domain/modules/module.schema.ts'
import { moduleRecordFields, moduleUseText } from '#domain/modules/module.texts.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { SavingSwitch } from '#src/parts/editing/saving-switch.tsx'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { ImportArrow, ListPage, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { RegisterDialog } from '#src/parts/registers/register-dialog.tsx'
import { actsColumn, DownloadTable, fieldColumns, useRegister } from '#src/parts/registers/register-list.tsx'
import { ConfirmDialog, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Badge } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { modulesTexts as texts } from './modules.texts.ts'

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
            <DownloadTable many="modules" fields={moduleRecordFields} rows={modules} />
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
            ...fieldColumns<ListedModule>(moduleRecordFields),
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
          fields={moduleRecordFields}
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

/** Deletes a module that nothing depends on; archives or unarchives all others. Each only if the module has the link for it. */
function PutAwayButton({ module }: { module: ListedModule }) {
  const api = useApi()
  const { delete: remove, archive, unarchive } = module._links
  const [use, setUse] = useState<ModuleUse | null>(null)
  const notify = useNotify()
  const { isBusy: isLooking, write } = useWrite({ inToast: true })
  const deleting = useChange({
    send: (link: Link, { confirmed = ASK_FIRST }) => api.follow(deleteModule, link, { query: { confirmed } }),
    onSaved: () => notify('neutral', texts.deleted(module.name)),
    failed: texts.deleteFailed,
    inToast: true,
    onRefused: (error) => {
      const isUsed = isRefusedFor<ModuleInUse>(error, 'module-in-use')
      if (isUsed) setUse(error.details.use)
      return isUsed
    },
    confirmTitle: texts.deleteQuestion(module.name),
    confirmLabel: texts.deleteLabel,
  })
  const moving = useChange({
    send: ({ link, archived }: { link: Link; archived: boolean }, { theirs }) =>
      api.follow(editModule, link, { body: editBody(module, { archived, active: false }, theirs) }),
    rebase: rebaseAlways,
    saved: ({ entity: { archived, name } }) => (archived ? texts.archived(name) : texts.restored(name)),
    onSaved: () => setUse(null),
    onAnswerLost: () => setUse(null),
    failed: texts.archiveFailed,
    inToast: true,
  })
  const askToArchive = () => {
    const link = module._links.use
    if (link) void write({ send: () => api.follow(getModuleUse, link), onDone: setUse, failed: texts.archiveFailed })
  }
  const dialogs = (
    <>
      {deleting.dialog}
      {moving.dialog}
      {use && archive && (
        <ConfirmDialog
          title={texts.archiveQuestion(module.name)}
          confirmLabel="Archiveren"
          tone="primary"
          isBusy={moving.isBusy}
          onConfirm={() => moving.change({ link: archive, archived: true })}
          onClose={() => setUse(null)}
        >
          <p>{`${moduleUseText(use)} ${texts.why}`}</p>
          <p>{texts.archiving}</p>
        </ConfirmDialog>
      )}
    </>
  )
  if (unarchive)
    return (
      <>
        <ServerButton
          tone="quiet"
          busy={moving.isBusy}
          aria-label={texts.restore(module.name)}
          onClick={() => moving.change({ link: unarchive, archived: false })}
        >
          Terugzetten
        </ServerButton>
        {dialogs}
      </>
    )
  return (
    <>
      {remove ? (
        <ServerButton
          tone="danger"
          busy={deleting.isBusy}
          aria-label={texts.delete(module.name)}
          onClick={() => deleting.change(remove)}
        >
          Verwijderen
        </ServerButton>
      ) : (
        <ServerButton tone="quiet" busy={isLooking} aria-label={texts.archive(module.name)} onClick={askToArchive}>
          Archiveren
        </ServerButton>
      )}
      {dialogs}
    </>
  )
}
