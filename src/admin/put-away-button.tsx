import { useState } from 'react'
import { deleteModule, editModule, getModuleUse } from '#contract/modules.gen.ts'
import { ASK_FIRST, type ModuleInUse } from '#contract/refusals.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { ListedModule, ModuleUse } from '#domain/modules/module.schema.ts'
import { moduleUseText } from '#domain/modules/module.texts.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { ConfirmDialog, ServerButton } from '#src/parts/writing/confirm-dialog.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { modulesTexts as texts } from './modules.texts.ts'

/** Deletes a module that nothing depends on; archives or unarchives all others. Each only if the module has the link for it. */
export function PutAwayButton({ module }: { module: ListedModule }) {
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
