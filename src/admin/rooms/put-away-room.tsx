import { useState } from 'react'
import { deleteRoom, editRoom } from '#contract/rooms.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { ListedRoom } from '#domain/rooms/room.schema.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { ConfirmDialog, ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { rebaseAlways, useChange } from '#src/parts/editing/use-change.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { Button } from '#src/ui/button.tsx'
import { roomsTexts as texts } from './rooms.texts.ts'

interface RoomProps {
  api: Api
  room: ListedRoom
}

/** Archives a room or restores it, and deletes one that was never used. */
export function PutAwayRoom({ api, room }: RoomProps) {
  const { edit, delete: removal } = room._links
  const archiving = useChange({
    send: (archived: boolean, { theirs }) => api.follow(editRoom, edit, { body: editBody(room, { archived }, theirs) }),
    rebase: rebaseAlways,
    saved: ({ entity: { archived, name } }) => (archived ? texts.archived(name) : texts.restored(name)),
    failed: texts.archiveFailed,
    inToast: true,
  })
  const label = room.archived ? 'Terugzetten' : 'Archiveren'
  return (
    <>
      <ServerButton
        tone="quiet"
        busy={archiving.isBusy}
        aria-label={`Lokaal ${room.name} ${label.toLowerCase()}`}
        onClick={() => archiving.change(!room.archived)}
      >
        {label}
      </ServerButton>
      {removal && <DeleteButton api={api} room={room} link={removal} />}
      {archiving.dialog}
    </>
  )
}

function DeleteButton({ api, room: { name }, link }: RoomProps & { link: Link }) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, write } = useWrite({ inToast: true })
  const remove = async () => {
    await write({ send: () => api.follow(deleteRoom, link), saved: texts.deleted(name), failed: texts.deleteFailed })
    setIsAsking(false)
  }
  return (
    <>
      <Button tone="danger" aria-label={`Lokaal ${name} verwijderen`} onClick={() => setIsAsking(true)}>
        Verwijderen
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteQuestion(name)}
          confirmLabel="Lokaal verwijderen"
          isBusy={isBusy}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.deletion}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
