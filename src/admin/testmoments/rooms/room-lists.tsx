import { useState } from 'react'
import { readDivision } from '#contract/dividing.ts'
import { downloadPresenceChecklist } from '#contract/testmoments.ts'
import type { Api } from '#src/api/api.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { roomListTexts as texts } from './room-lists.texts.ts'

/** Lists to print for all rooms of a divided moment or for one: to tick and sign, and to hang at the door. */
export function RoomLists({ api, testmomentId }: { api: Api; testmomentId: number }) {
  const { latest, error, askAgain } = useAnswer({
    question: testmomentId,
    ask: (id) => api.call(readDivision, { params: { id } }),
  })
  const [room, setRoom] = useState('')
  if (error !== null)
    return (
      <li>
        <Alert title={texts.loadFailed}>
          <Button onClick={askAgain}>Opnieuw proberen</Button>
        </Alert>
      </li>
    )
  const division = latest?.answer
  const { checklist_by_room, door_list } = division?._links ?? {}
  if (!division || !checklist_by_room || !door_list) return null
  const query = room === '' ? '' : `&room_id=${room}`
  const lists = [
    { name: texts.byRoom, link: checklist_by_room, failed: texts.byRoomFailed },
    { name: texts.door, link: door_list, failed: texts.doorFailed },
  ]
  return (
    <li data-layout="grid 2 left">
      <p>{texts.what}</p>
      <SelectField label={texts.room} value={room} onChange={({ target }) => setRoom(target.value)}>
        <option value="">{texts.all}</option>
        {division.rooms
          .filter(({ students }) => students > 0)
          .map(({ id, name, students }) => (
            <option key={id} value={id}>
              {texts.option(name, students)}
            </option>
          ))}
      </SelectField>
      <div data-layout="row 3 start">
        {lists.map(({ name, link, failed }) => (
          <DownloadButton
            key={name}
            api={api}
            target={downloadPresenceChecklist}
            link={{ ...link, href: `${link.href}${query}` }}
            failed={failed}
          >
            {name}
          </DownloadButton>
        ))}
      </div>
    </li>
  )
}
