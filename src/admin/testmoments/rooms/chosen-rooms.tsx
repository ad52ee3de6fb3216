import { type PointerEvent, useEffect, useState } from 'react'
import { editTestmomentRooms } from '#contract/rooms.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { roomFields } from '#domain/rooms/room.fields.ts'
import { readTypedRoomSeats } from '#domain/rooms/room.rules.ts'
import { roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import type { RoomElsewhere, TestmomentRoom, TestmomentRooms } from '#domain/rooms/testmoment-rooms.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { FootBar } from '#src/parts/foot-bar.tsx'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Problem, SubmitButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { Button } from '#src/ui/button.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { RoomSeats } from './room-seats.tsx'
import styles from './rooms.module.css'
import { testmomentRoomsTexts as texts } from './testmoment-rooms.texts.ts'

interface TypedRoom {
  id: number
  /** typed number */
  seats: string
}

const typedOf = ({ entities }: TestmomentRooms) => ({
  rooms: entities.map(({ id, seats }): TypedRoom => ({ id, seats: String(seats) })),
})

interface ChosenRoomsProps {
  testmoment: ManagedTestmoment
  rooms: TestmomentRooms
  onSaved: (rooms: TestmomentRooms) => void
  /** called when the list differs from the saved one, and when it no longer does */
  onDirty: (isDirty: boolean) => void
}

/** The rooms of the school: those of the moment are ticked, have their seats there, and stand in the order in which they are filled. */
export function ChosenRooms({ testmoment, rooms, onSaved, onDirty }: ChosenRoomsProps) {
  const api = useApi()
  const { draft, typed, chosen, shown, known, read, edit, choose } = useRoomChoice(rooms, {
    onEdit: () => saving.showProblem(null),
    onDirty,
  })
  const [isTried, setIsTried] = useState(false)
  const saving = useChange({
    send: (entities: readonly { id: number; seats: number }[], { theirs, confirmed }) =>
      api.follow(editTestmomentRooms, rooms._links.edit, {
        query: { confirmed },
        body: { entities: [...entities], version: theirs?.version ?? draft.base.version },
      }),
    saved: texts.saved,
    onSaved: (saved) => {
      draft.startFrom(saved)
      onSaved(saved)
      setIsTried(false)
    },
    failed: (error) => saveFailureText(error, texts.saveFailed, roomRefusalTexts),
    onYield: () => draft.startFrom(rooms),
    confirmTitle: texts.editQuestion,
    confirmLabel: texts.editConfirm,
  })
  const move = (from: number, to: number) => edit(chosen, moved(shown, from, to))
  const dragging = useDragging(move)
  const isSound = read.length === typed.length
  const submit = () => {
    setIsTried(true)
    if (isSound) saving.change(read)
  }
  if (shown.length === 0) return <p data-text="small muted">{texts.noRooms}</p>
  return (
    <Form data-layout="stack 2" onSubmit={submit}>
      <table className={styles.table}>
        <caption data-layout="unseen">{texts.caption}</caption>
        <Head chosen={typed.length} all={shown.length} onAll={(isChosen) => choose(shown, isChosen)} />
        <tbody>
          {shown.map((id, at) => {
            const seats = chosen.get(id)
            return (
              <RoomRow
                key={id}
                room={known.get(id)}
                seats={seats}
                error={isTried && seats !== undefined && readTypedRoomSeats(seats) === null}
                isTarget={dragging.target === at}
                handle={dragging.handleOf(at)}
                onChoose={(isChosen) => choose([id], isChosen)}
                onSeats={(there) => edit(new Map(chosen).set(id, there), shown)}
                onUp={at === 0 ? undefined : () => move(at, at - 1)}
                onDown={at === shown.length - 1 ? undefined : () => move(at, at + 1)}
              />
            )
          })}
        </tbody>
      </table>
      <Problem text={saving.problem} />
      <FootBar data-layout="row 2 x4 between" data-box data-pad="2 x3">
        <RoomSeats testmoment={testmoment} rooms={isSound ? read : null} isDirty={draft.isDirty}>
          <SubmitButton busy={saving.isBusy}>Opslaan</SubmitButton>
        </RoomSeats>
      </FootBar>
      {saving.dialog}
      <UnsavedChanges isDirty={draft.isDirty} />
    </Form>
  )
}

/** The rooms as they are ticked, typed and ordered here, before they are saved. */
function useRoomChoice(
  rooms: TestmomentRooms,
  { onDirty, onEdit }: Pick<ChosenRoomsProps, 'onDirty'> & { onEdit: () => void },
) {
  const draft = useDraft(rooms, typedOf)
  useEffect(() => onDirty(draft.isDirty), [draft.isDirty, onDirty])
  const typed = draft.fields.rooms
  const known = new Map([...rooms.entities, ...rooms.others].map((room) => [room.id, room]))
  // A room that is ticked or unticked stays where it is, under the pointer.
  const [order, setOrder] = useState<readonly number[]>([])
  const chosen = new Map(typed.map((room) => [room.id, room.seats]))
  const shown = inDisplayOrder(order, {
    known: [...known].flatMap(([id, { archived }]) => (archived && !chosen.has(id) ? [] : id)),
    chosen: [...chosen.keys()],
  })
  const edit = (seats: ReadonlyMap<number, string>, ids: readonly number[]) => {
    setOrder(ids)
    const edited = ids.flatMap((id): TypedRoom[] => {
      const there = seats.get(id)
      return there === undefined ? [] : [{ id, seats: there }]
    })
    draft.edit({ rooms: edited })
    onEdit()
  }
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const now = new Map(chosen)
    for (const id of ids) {
      if (!isChosen) now.delete(id)
      else if (!now.has(id)) now.set(id, String(known.get(id)?.seats ?? ''))
    }
    edit(now, shown)
  }
  const read = typed.flatMap(({ id, seats: typedSeats }) => {
    const seats = readTypedRoomSeats(typedSeats)
    return seats === null ? [] : [{ id, seats }]
  })
  return { draft, typed, chosen, shown, known, read, edit, choose }
}

const Head = ({ chosen, all, onAll }: { chosen: number; all: number; onAll: (isChosen: boolean) => void }) => (
  <thead>
    <tr>
      <th scope="col">
        <label data-layout="inline 3 target">
          <input
            type="checkbox"
            checked={chosen === all}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < all
            }}
            onChange={({ target }) => onAll(target.checked)}
          />
          <span>{texts.all}</span>
        </label>
      </th>
      <th scope="col">{roomFields.seats.label}</th>
      <th scope="col">{roomFields.position.label}</th>
    </tr>
  </thead>
)

interface RoomRowProps {
  /** undefined once it is deleted */
  room: TestmomentRoom | undefined
  /** as typed; undefined for a room that the moment does not have */
  seats: string | undefined
  error: boolean
  /** a dragged row would come here */
  isTarget: boolean
  handle: object
  onChoose: (isChosen: boolean) => void
  onSeats: (seats: string) => void
  /** undefined for the first and the last */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

function RoomRow({ room, seats, error, isTarget, handle, onChoose, onSeats, onUp, onDown }: RoomRowProps) {
  const name = room?.name ?? '?'
  return (
    <tr data-target={isTarget || undefined}>
      <td>
        <div data-layout="row 2 nowrap">
          <label className={styles.name} data-layout="inline 3 target">
            <input
              data-layout="fixed"
              type="checkbox"
              checked={seats !== undefined}
              onChange={({ target }) => onChoose(target.checked)}
            />
            <strong data-text="breaks">{name}</strong>
          </label>
          {room?.extra_time && <span data-text="small muted">{roomFields.extra_time.label}</span>}
          {room && room.elsewhere.length > 0 && <InUse moments={room.elsewhere} />}
        </div>
      </td>
      <td className={styles.seats} data-layout="bare">
        {seats === undefined ? (
          <span data-text="muted figures">{room?.seats}</span>
        ) : (
          <TextField
            label={texts.seatsIn(name)}
            inputMode="numeric"
            value={seats}
            {...(error && { error: roomFields.seats.fault })}
            onChange={({ target }) => onSeats(target.value)}
          />
        )}
      </td>
      <td>
        {seats !== undefined && (
          <div data-layout="row nowrap">
            <span className={styles.handle} data-text="muted" aria-hidden="true" {...handle}>
              ⠿
            </span>
            <MoveButton label={texts.up(name)} sign="↑" onPress={onUp} />
            <MoveButton label={texts.down(name)} sign="↓" onPress={onDown} />
          </div>
        )}
      </td>
    </tr>
  )
}

/** Moves a row by one. The browser drops the focus of a row that changes place. */
const MoveButton = ({ label, sign, onPress }: { label: string; sign: string; onPress: (() => void) | undefined }) => (
  <Button
    tone="quiet"
    disabled={!onPress}
    aria-label={label}
    onClick={({ currentTarget }) => {
      onPress?.()
      requestAnimationFrame(() => currentTarget.focus())
    }}
  >
    {sign}
  </Button>
)

/** The moments that need a room at the same time, on one line: the first that certainly does. */
function InUse({ moments }: { moments: readonly RoomElsewhere[] }) {
  const lines = moments.map((moment) => texts.elsewhere(moment, Date.now()))
  const at = Math.max(
    0,
    moments.findIndex(({ overlap }) => overlap === 'certain'),
  )
  const isCertain = moments[at]?.overlap === 'certain'
  return (
    <span
      data-layout="row 2 nowrap grows"
      data-text={isCertain ? 'small warning' : 'small muted'}
      title={lines.join('\n')}
    >
      <Icon name={isCertain ? 'alert' : 'info'} />
      <span data-text="desk-line">{lines[at]}</span>
      {lines.length > 1 && <span>{` +${lines.length - 1}`}</span>}
    </span>
  )
}

/** Dragging a row by its handle: the row comes where the pointer lets go. */
function useDragging(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const rowUnder = ({ currentTarget, clientY }: PointerEvent<HTMLElement>): number => {
    const rows = [...(currentTarget.closest('tbody')?.rows ?? [])]
    const below = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    return below < 0 ? rows.length - 1 : below
  }
  return {
    target: drag && drag.to !== drag.from ? drag.to : null,
    handleOf: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from, to: from })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => drag && setDrag({ ...drag, to: rowUnder(event) }),
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const to = rowUnder(event)
        if (drag && to !== drag.from) onMove(drag.from, to)
        setDrag(null)
      },
      onPointerCancel: () => setDrag(null),
    }),
  }
}

/** The list with the item at `from` at the place of the one at `to`. */
const moved = (ids: readonly number[], from: number, to: number): number[] =>
  ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1))

interface Rooms {
  known: readonly number[]
  chosen: readonly number[]
}

/**
 * Order in which rooms are shown: as they were shown, and new ones last. Unless the chosen ones have another order there, as a
 * colleague saved it, or as they come at first: these then come before the others.
 */
function inDisplayOrder(shown: readonly number[], { known, chosen }: Rooms): number[] {
  const all = [...shown.filter((id) => known.includes(id)), ...known.filter((id) => !shown.includes(id))]
  const ofMoment = new Set(chosen)
  const isAsShown = shown.length > 0 && all.filter((id) => ofMoment.has(id)).every((id, at) => id === chosen[at])
  return isAsShown ? all : [...chosen, ...all.filter((id) => !ofMoment.has(id))]
}
