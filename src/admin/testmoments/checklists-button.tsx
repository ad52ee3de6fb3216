import { useState } from 'react'
import { downloadExtraTime, downloadPresenceChecklist } from '#contract/testmoments.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RoomLists } from './rooms/room-lists.tsx'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'
import { checklistTexts } from './testmoments.texts.ts'

export type PrintedLinks = Pick<
  ManagedTestmoment['_links'],
  'presence_checklist' | 'presence_checklist_by_module' | 'extra_time'
>

interface ChecklistsButtonProps {
  api: Api
  testmomentId: number
  links: PrintedLinks
}

/** Button for lists to print, on each tab where a teacher looks for them. */
export function ChecklistsButton({ api, testmomentId, links }: ChecklistsButtonProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <ServerButton icon="download" onClick={() => setIsChoosing(true)}>
        {texts.checklists}
      </ServerButton>
      {isChoosing && (
        <ChecklistsDialog api={api} testmomentId={testmomentId} links={links} onClose={() => setIsChoosing(false)} />
      )}
    </>
  )
}

interface ChecklistsDialogProps extends ChecklistsButtonProps {
  onClose: () => void
}

/** Choice of the list to print: one for a hall, one per module or room, and separately the one of extra time, which is not signed. */
function ChecklistsDialog({ api, testmomentId, links, onClose }: ChecklistsDialogProps) {
  const sheets = [
    {
      name: 'A–Z',
      what: checklistTexts.allForHall,
      target: downloadPresenceChecklist,
      link: links.presence_checklist,
      failed: texts.checklistFailed,
    },
    {
      name: 'Per module',
      what: checklistTexts.byModule,
      target: downloadPresenceChecklist,
      link: links.presence_checklist_by_module,
      failed: texts.checklistFailed,
    },
    {
      name: checklistTexts.forInvigilator,
      what: checklistTexts.whoHasExtraTime,
      target: downloadExtraTime,
      link: links.extra_time,
      failed: texts.extraTimeFailed,
    },
  ]
  return (
    <Dialog title={texts.checklists} onClose={onClose}>
      <ul data-layout="grid 4">
        {sheets.map(({ name, what, target, link, failed }) => (
          <li key={name} data-layout="grid 2 left">
            <p>{what}</p>
            <DownloadButton api={api} target={target} link={link} failed={failed}>
              {name}
            </DownloadButton>
          </li>
        ))}
        <RoomLists api={api} testmomentId={testmomentId} />
      </ul>
    </Dialog>
  )
}
