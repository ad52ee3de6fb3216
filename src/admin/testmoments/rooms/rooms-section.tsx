import { type FormEvent, useEffect, useRef, useState } from 'react'
import { editTestmomentRooms, listTestmomentRooms } from '#contract/rooms.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { readTypedRoomSeats } from '#domain/rooms/room.rules.ts'
import { roomFaultTexts, roomFieldTexts, roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import type { TestmomentRoom, TestmomentRooms } from '#domain/rooms/testmoment-rooms.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { useFocusAfter } from '#src/parts/use-focus-after.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from '../testmoment-edit.module.css'
import { RoomSeats } from './room-seats.tsx'
import { SeatingSection } from './seating-section.tsx'
import { testmomentRoomsTexts as texts } from './testmoment-rooms.texts.ts'
import { useRenewedAnswer } from './use-renewed-answer.ts'

interface RoomsSectionProps {
  api: Api
  testmoment: ManagedTestmoment
}

/** Rooms of a moment: which, in which order, with how many seats there. */
export function RoomsSection({ api, testmoment }: RoomsSectionProps) {
  const { id, date, duration, starts_at, ends_at } = testmoment
  const [isDirty, setIsDirty] = useState(false)
  const rooms = useRenewedAnswer({
    // The days and times decide which other moments need a room at the same time.
    question: { id, date, duration, starts_at, ends_at },
    ask: () => api.call(listTestmomentRooms, { params: { id } }),
  })
  const { answer, error } = rooms
  return (
    <div data-layout="stack 4">
      <EditSection title="Lokalen">
        {error !== null && (
          <Alert title={texts.loadFailed}>
            <Button onClick={rooms.askAgain}>Opnieuw proberen</Button>
          </Alert>
        )}
        {answer ? (
          <ChosenRooms api={api} testmoment={testmoment} rooms={answer} onSaved={rooms.replace} onDirty={setIsDirty} />
        ) : (
          error === null && <Skeleton lines={4} />
        )}
      </EditSection>
      <SeatingSection api={api} testmoment={testmoment} isDirty={isDirty} />
    </div>
  )
}

interface TypedRoom {
  id: number
  /** typed number */
  seats: string
}

const typedOf = ({ entities }: TestmomentRooms) => ({
  rooms: entities.map(({ id, seats }): TypedRoom => ({ id, seats: String(seats) })),
})

interface ChosenRoomsProps extends RoomsSectionProps {
  rooms: TestmomentRooms
  onSaved: (rooms: TestmomentRooms) => void
  /** called when the list differs from the saved one, and when it no longer does */
  onDirty: (isDirty: boolean) => void
}

function ChosenRooms({ api, testmoment, rooms, onSaved, onDirty }: ChosenRoomsProps) {
  const draft = useDraft(rooms, typedOf)
  useEffect(() => onDirty(draft.isDirty), [draft.isDirty, onDirty])
  const [isTried, setIsTried] = useState(false)
  const typed = draft.fields.rooms
  const list = useRef<HTMLOListElement>(null)
  const pressed = useFocusAfter(typed, () => list.current)
  const known = new Map([...rooms.entities, ...rooms.others].map((room) => [room.id, room]))
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
  const edit = (changed: readonly TypedRoom[]) => {
    draft.edit({ rooms: [...changed] })
    saving.showProblem(null)
  }
  const read = typed.flatMap(({ id, seats: typedSeats }) => {
    const seats = readTypedRoomSeats(typedSeats)
    return seats === null ? [] : [{ id, seats }]
  })
  const isSound = read.length === typed.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (isSound) saving.change(read)
  }
  return (
    <>
      <p data-text="small muted">{typed.length === 0 ? texts.none : texts.intro}</p>
      <form data-layout="stack 4" noValidate onSubmit={submit}>
        {typed.length > 0 && (
          <ol ref={list} tabIndex={-1} data-layout="stack 2" aria-label="Lokalen van dit toetsmoment">
            {typed.map((room, at) => (
              <RoomRow
                key={room.id}
                room={known.get(room.id)}
                typed={room}
                error={isTried && readTypedRoomSeats(room.seats) === null ? roomFaultTexts.seats : undefined}
                onSeats={(seats) => edit(typed.with(at, { ...room, seats }))}
                onUp={at === 0 ? undefined : () => edit(swapped(typed, at - 1))}
                onDown={at === typed.length - 1 ? undefined : () => edit(swapped(typed, at))}
                onRemove={() => {
                  pressed()
                  edit(typed.toSpliced(at, 1))
                }}
              />
            ))}
          </ol>
        )}
        <RoomPicker
          rooms={[...known.values()].filter((room) => !room.archived && !typed.some(({ id }) => id === room.id))}
          hasRooms={known.size > 0}
          onAdd={({ id, seats }) => edit([...typed, { id, seats: String(seats) }])}
        />
        <Problem text={saving.problem} />
        <div data-layout="row 3">
          <ServerButton type="submit" tone="primary" busy={saving.isBusy}>
            Opslaan
          </ServerButton>
        </div>
      </form>
      {isSound && typed.length > 0 && (
        <RoomSeats api={api} testmoment={testmoment} rooms={read} isDirty={draft.isDirty} />
      )}
      {saving.dialog}
      <UnsavedChanges isDirty={draft.isDirty} />
    </>
  )
}

/** With the one at this place after the next. */
const swapped = (rooms: readonly TypedRoom[], at: number): TypedRoom[] =>
  rooms.toSpliced(at, 2, ...rooms.slice(at, at + 2).toReversed())

interface RoomRowProps {
  /** undefined once it is deleted */
  room: TestmomentRoom | undefined
  typed: TypedRoom
  error: string | undefined
  onSeats: (seats: string) => void
  /** undefined for the first and the last */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

function RoomRow({ room, typed, error, onSeats, onUp, onDown, onRemove }: RoomRowProps) {
  const name = room?.name ?? '?'
  return (
    <li data-box data-pad="3">
      <fieldset data-layout="row 3 x4 between" aria-label={name}>
        <div data-layout="grid 1">
          <strong data-text="breaks">{name}</strong>
          {room?.extra_time && <span data-text="small muted">{roomFieldTexts.extra_time.label}</span>}
          {room?.elsewhere.map((moment) => (
            <StatusLine
              key={moment.id}
              tone={moment.overlap === 'certain' ? 'warning' : 'neutral'}
              icon={moment.overlap === 'certain' ? 'alert' : 'info'}
            >
              {texts.elsewhere(moment, Date.now())}
            </StatusLine>
          ))}
        </div>
        <div data-layout="row 2 end">
          <div className={styles.narrow}>
            <TextField
              label={roomFieldTexts.seats.label}
              inputMode="numeric"
              autoComplete="off"
              value={typed.seats}
              error={error}
              onChange={({ target }) => onSeats(target.value)}
            />
          </div>
          <Button tone="quiet" disabled={!onUp} aria-label={`${name} omhoog`} onClick={onUp}>
            Omhoog
          </Button>
          <Button tone="quiet" disabled={!onDown} aria-label={`${name} omlaag`} onClick={onDown}>
            Omlaag
          </Button>
          <Button tone="danger" aria-label={`${name} weghalen`} onClick={onRemove}>
            Weghalen
          </Button>
        </div>
      </fieldset>
    </li>
  )
}

interface RoomPickerProps {
  /** those that can be added */
  rooms: readonly TestmomentRoom[]
  hasRooms: boolean
  onAdd: (room: TestmomentRoom) => void
}

function RoomPicker({ rooms, hasRooms, onAdd }: RoomPickerProps) {
  const [chosen, setChosen] = useState<number>()
  const room = rooms.find(({ id }) => id === chosen) ?? rooms[0]
  if (!room) return <p data-text="small muted">{hasRooms ? texts.noOthers : texts.noRooms}</p>
  return (
    <div data-layout="row 3 end">
      <SelectField label="Lokaal" value={room.id} onChange={({ target }) => setChosen(Number(target.value))}>
        {rooms.map(({ id, name, seats }) => (
          <option key={id} value={id}>
            {texts.option(name, seats)}
          </option>
        ))}
      </SelectField>
      <Button icon="plus" onClick={() => onAdd(room)}>
        {texts.add}
      </Button>
    </div>
  )
}
