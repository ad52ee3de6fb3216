import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { nameRevealsExtraTime } from '#domain/rooms/room.rules.ts'
import type { ListedRoom } from '#domain/rooms/room.schema.ts'
import { roomFaultTexts, roomFieldTexts } from '#domain/rooms/room.texts.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { Api } from '#src/api/api.ts'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { EmptyList, ImportArrow, ListPage, ScreenLink, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { editColumn } from '#src/parts/list-page/list-table.tsx'
import { SearchForm } from '#src/parts/list-page/search-form.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Badge } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import styles from '../modules-screen.module.css'
import { PutAwayRoom } from './put-away-room.tsx'
import { RoomDialog } from './room-dialog.tsx'
import { roomsTexts as texts } from './rooms.texts.ts'

interface RoomsScreenProps {
  api: Api
  rooms: readonly ListedRoom[]
  /** archived ones are among them */
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

/** The rooms of the school in their order. */
export function RoomsScreen({ api, rooms, showsArchived, search }: RoomsScreenProps) {
  const navigate = useNavigate()
  const notify = useNotify()
  const justMade = useJustMade()
  const [editing, setEditing] = useState<ListedRoom | 'new' | null>(null)
  const narrow = (filter: { archived: boolean; search: string }) =>
    navigate({
      to: '/admin/rooms',
      search: { ...(filter.archived && { archived: true as const }), ...(filter.search && { search: filter.search }) },
      replace: true,
    })
  const onSaved = (room: ListedRoom) => {
    if (editing === 'new') justMade.add(room.id)
    notify('success', editing === 'new' ? texts.created(room.name) : texts.edited(room.name))
    setEditing(null)
  }
  const shown = rooms.filter((room) => justMade.has(room.id) || isFound(room, search))
  return (
    <>
      <ListPage
        intro={texts.intro}
        add={{ label: texts.add, onAdd: () => setEditing('new') }}
        tools={
          <div data-layout="row 3 x6">
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
          <Table
            caption="Lokalen"
            rows={shown}
            keyOf={({ id }) => id}
            isNew={({ id }) => justMade.has(id)}
            columns={[
              ...columns,
              {
                ...editColumn,
                cell: (room) => (
                  <div className={styles.actions}>
                    <Button
                      tone="quiet"
                      icon="edit"
                      aria-label={texts.editTitle(room.name)}
                      onClick={() => setEditing(room)}
                    >
                      Wijzigen
                    </Button>
                    <PutAwayRoom api={api} room={room} />
                  </div>
                ),
              },
            ]}
          />
        )}
      </ListPage>
      {editing && (
        <RoomDialog
          api={api}
          room={editing === 'new' ? null : editing}
          onSaved={onSaved}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

const columns: Column<ListedRoom>[] = [
  { key: 'name', label: roomFieldTexts.name.label, sortBy: ({ name }) => name, cell: (room) => <NameCell {...room} /> },
  {
    key: 'seats',
    label: roomFieldTexts.seats.label,
    align: 'end',
    sortBy: ({ seats }) => seats,
    cell: ({ seats }) => seats,
  },
  {
    key: 'position',
    label: roomFieldTexts.position.label,
    align: 'end',
    sortBy: ({ position }) => position,
    cell: ({ position }) => position,
  },
  {
    key: 'extra_time',
    label: roomFieldTexts.extra_time.label,
    cell: ({ extra_time }) => (extra_time ? 'Ja' : 'Nee'),
  },
]

const NameCell = ({ name, remark, archived }: ListedRoom) => (
  <>
    <div data-layout="stack">
      <strong data-text="breaks">{name}</strong>
      {remark !== '' && <span data-text="small normal muted breaks">{remark}</span>}
    </div>
    {archived && (
      <Badge tone="neutral" icon="lock">
        Gearchiveerd
      </Badge>
    )}
    {nameRevealsExtraTime(name) && !archived && (
      <Badge tone="warning" icon="alert">
        {roomFaultTexts.revealing}
      </Badge>
    )}
  </>
)
