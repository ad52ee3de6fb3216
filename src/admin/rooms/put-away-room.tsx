import { useState } from 'react'
import { deleteRoom, editRoom } from '#contract/rooms.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { ListedRoom } from '#domain/rooms/room.schema.ts'
import { roomRefusalTexts } from '#domain/rooms/room.texts.ts'
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

/** Archives or restores a room. Only an archived room that was never used has a button to delete it. */
export function PutAwayRoom({ api, room }: RoomProps) {
  const { edit, delete: removal } = room._links
  const [isAsking, setIsAsking] = useState(false)
  const isUsed = !room.archived && room.coming > 0
  const archiving = useChange({
    send: (archived: boolean, { theirs }) => api.follow(editRoom, edit, { body: editBody(room, { archived }, theirs) }),
    rebase: rebaseAlways,
    saved: ({ entity: { archived, name } }) => (archived ? texts.archived(name) : texts.restored(name)),
    onSaved: () => setIsAsking(false),
    onAnswerLost: () => setIsAsking(false),
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
        onClick={() => (isUsed ? setIsAsking(true) : archiving.change(!room.archived))}
      >
        {label}
      </ServerButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.archiveQuestion(room.name)}
          confirmLabel="Archiveren"
          tone="primary"
          isBusy={archiving.isBusy}
          onConfirm={() => archiving.change(true)}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.archiving(room.coming)}</p>
        </ConfirmDialog>
      )}
      {room.archived && removal && <DeleteButton api={api} room={room} link={removal} />}
      {archiving.dialog}
    </>
  )
}

function DeleteButton({ api, room: { name }, link }: RoomProps & { link: Link }) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, write } = useWrite({ inToast: true })
  const remove = async () => {
    await write({
      send: () => api.follow(deleteRoom, link),
      saved: texts.deleted(name),
      failed: texts.deleteFailed,
      refusals: roomRefusalTexts,
    })
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
