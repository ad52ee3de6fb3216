import { useState } from 'react'
import { archiveRooms } from '#contract/rooms.gen.ts'
import type { ListedRoom } from '#domain/rooms/room.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { ConfirmDialog, ServerButton } from '#src/parts/writing/confirm-dialog.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { roomsTexts as texts } from './rooms.texts.ts'

/** Buttons that archive those of the rooms that can be chosen, and restore the archived ones. */
export function ArchiveRooms({ rooms, onDone }: { rooms: readonly ListedRoom[]; onDone: () => void }) {
  const api = useApi()
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, write } = useWrite({ inToast: true })
  const inUse = rooms.filter(({ archived }) => !archived)
  const putAway = rooms.filter(({ archived }) => archived)
  const put = async (some: readonly ListedRoom[], archived: boolean) => {
    await write({
      send: () => api.call(archiveRooms, { body: { ids: some.map(({ id }) => id), archived } }),
      saved: archived ? texts.allArchived(some) : texts.allRestored(some),
      failed: archived ? texts.archivingFailed : texts.restoringFailed,
      onDone,
      onAnswerLost: onDone,
    })
    setIsAsking(false)
  }
  const archive = () => (inUse.some(({ coming }) => coming > 0) ? setIsAsking(true) : put(inUse, true))
  return (
    <>
      {putAway.length > 0 && (
        <ServerButton busy={isBusy} onClick={() => put(putAway, false)}>
          Terugzetten
        </ServerButton>
      )}
      {inUse.length > 0 && (
        <ServerButton busy={isBusy} onClick={archive}>
          Archiveren
        </ServerButton>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.archivingQuestion(inUse)}
          confirmLabel="Archiveren"
          tone="primary"
          isBusy={isBusy}
          onConfirm={() => put(inUse, true)}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.archiving(inUse)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
