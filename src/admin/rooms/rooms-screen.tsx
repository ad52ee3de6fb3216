import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { archiveRooms, createRoom, deleteRoom, editRoom } from '#contract/rooms.gen.ts'
import { schoolNameRefusalTexts, takenNameTexts } from '#domain/entities/school-name.texts.ts'
import { roomFields } from '#domain/rooms/room.fields.ts'
import { nameRevealsExtraTime, roomNameRefusal } from '#domain/rooms/room.rules.ts'
import type { ListedRoom } from '#domain/rooms/room.schema.ts'
import { revealingText, roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import {
  EmptyList,
  ImportArrow,
  ListPage,
  ListTable,
  ScreenLink,
  SearchForm,
  useWholeList,
} from '#src/parts/list-page/list-page.tsx'
import { TickBar, TickedCell, useTicks } from '#src/parts/many/ticks.tsx'
import { RegisterDialog } from '#src/parts/registers/register-dialog.tsx'
import {
  actsColumn,
  DeleteButton,
  DownloadTable,
  fieldColumns,
  useRegister,
} from '#src/parts/registers/register-list.tsx'
import { ConfirmDialog, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { roomsTexts as texts } from './rooms.texts.ts'

interface RoomsScreenProps {
  rooms: readonly ListedRoom[]
  showsArchived: boolean
  /** words of the page's address; '' shows all */
  search: string
}

/** Rows beyond which nobody finds theirs by looking. */
const MOST_UNSEARCHED = 12

const isFound = ({ name, remark }: ListedRoom, search: string) =>
  foldText(search)
    .split(' ')
    .every((word) => foldText(`${name} ${remark}`).includes(word))

export function RoomsScreen({ rooms, showsArchived, search }: RoomsScreenProps) {
  const api = useApi()
  const navigate = useNavigate()
  const { justMade, add, edit, dialog } = useRegister<ListedRoom>(texts)
  const narrow = (filter: { archived: boolean; search: string }) =>
    navigate({
      to: '/admin/rooms',
      search: { ...(filter.archived && { archived: true as const }), ...(filter.search && { search: filter.search }) },
      replace: true,
    })
  const shown = useMemo(
    () => rooms.filter((room) => justMade.has(room.id) || isFound(room, search)),
    [rooms, search, justMade.has],
  )
  const columns = useMemo(() => columnsFor(api, edit), [api, edit])
  const list = useWholeList(shown, columns)
  const ticks = useTicks(shown.length)
  const ticked = shown.filter(({ id }) => ticks.has(id))
  return (
    <>
      <ListPage
        add={{ label: texts.add, onAdd: add }}
        tools={
          <div data-layout="row 2 x6">
            {(rooms.length > MOST_UNSEARCHED || search !== '') && (
              <SearchForm
                label="Zoek op naam of opmerking"
                search={search}
                onSearch={(wanted) => narrow({ archived: showsArchived, search: wanted })}
              />
            )}
            <ScreenLink to="/admin/import/rooms">
              <ImportArrow />
              Lokalen importeren
            </ScreenLink>
            <DownloadTable many="lokalen" fields={roomFields} rows={shown} />
            <FilterTick
              label="Gearchiveerde tonen"
              checked={showsArchived}
              onChange={(archived) => narrow({ archived, search })}
            />
          </div>
        }
        emptyText={rooms.length === 0 && texts.none}
      >
        {shown.length === 0 ? (
          <EmptyList>{texts.noneFound(search)}</EmptyList>
        ) : (
          <ListTable
            list={list}
            caption="Lokalen"
            columns={columns}
            justMade={justMade}
            ticking={{ ticks, found: shown.length }}
          />
        )}
        <TickBar ticks={{ count: ticked.length, clear: ticks.clear }} ticked={texts.ticked(ticked.length)}>
          <ArchiveRooms rooms={ticked} onDone={ticks.clear} />
        </TickBar>
      </ListPage>
      {dialog && (
        <RegisterDialog
          {...dialog}
          texts={texts}
          fields={roomFields}
          hints={dialog.row?.coming ? { seats: `${roomFields.seats.hint} ${texts.seatsOfTestmoments}` } : {}}
          nameFault={nameFault}
          nameNote={(name) => nameRevealsExtraTime(name) && <StatusLine tone="warning">{revealingText}</StatusLine>}
          send={(body, theirs) =>
            dialog.row
              ? api.follow(editRoom, dialog.row._links.edit, { body: editBody(dialog.row, body, theirs) })
              : api.call(createRoom, { body })
          }
          refusals={{ ...takenNameTexts, ...roomRefusalTexts }}
        />
      )}
    </>
  )
}

const nameTexts = { ...schoolNameRefusalTexts, ...roomRefusalTexts }

function nameFault(name: string): string | undefined {
  const refusal = roomNameRefusal(name)
  return refusal ? nameTexts[refusal] : undefined
}

const columnsFor = (api: Api, onEdit: (room: ListedRoom) => void): Column<ListedRoom>[] => [
  { key: 'name', label: 'Naam', sortBy: ({ name }) => name, cell: (room) => <NameCell {...room} /> },
  ...fieldColumns<ListedRoom>(roomFields),
  actsColumn({
    texts,
    onEdit,
    // only an archived room that was never used has a button to delete it
    putAway: ({ name, archived, _links: { delete: removal } }) =>
      archived &&
      removal && (
        <DeleteButton
          name={name}
          texts={texts}
          question={[texts.deletion]}
          remove={() => api.follow(deleteRoom, removal)}
          refusals={roomRefusalTexts}
        />
      ),
  }),
]

const NameCell = ({ id, name, remark, archived }: ListedRoom) => (
  <TickedCell id={id} name={name}>
    <div data-layout="stack">
      <strong data-text="breaks">{name}</strong>
      {remark !== '' && <span data-text="small normal muted breaks">{remark}</span>}
    </div>
    {archived && <Badge icon="lock">Gearchiveerd</Badge>}
    {nameRevealsExtraTime(name) && !archived && <Badge tone="warning">{revealingText}</Badge>}
  </TickedCell>
)

/** Buttons that archive those of the rooms that can be chosen, and restore the archived ones. */
function ArchiveRooms({ rooms, onDone }: { rooms: readonly ListedRoom[]; onDone: () => void }) {
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
