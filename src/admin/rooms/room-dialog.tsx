import { useId, useState } from 'react'
import { createRoom, editRoom } from '#contract/rooms.ts'
import { schoolNameRefusalTexts, takenNameTexts } from '#domain/entities/school-name.texts.ts'
import {
  MAX_ROOM_REMARK_LENGTH,
  nameRevealsExtraTime,
  readTypedPosition,
  readTypedRoomSeats,
  roomNameRefusal,
} from '#domain/rooms/room.rules.ts'
import type { ListedRoom } from '#domain/rooms/room.schema.ts'
import { roomFaultTexts, roomFieldTexts, roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { fieldError, LostAnswerAlert } from '#src/parts/editing/problem.tsx'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { TextField } from '#src/ui/field.tsx'
import { ProseArea } from '#src/ui/prose-area.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { roomsTexts as texts } from './rooms.texts.ts'

interface RoomDialogProps {
  api: Api
  /** null for a new one */
  room: ListedRoom | null
  onSaved: (room: ListedRoom) => void
  onClose: () => void
}

/** The form as typed. */
interface Typed {
  name: string
  seats: string
  position: string
  remark: string
  extra_time: boolean
}

/** Fields of the form in the types of the API. */
interface RoomForm extends Omit<Typed, 'seats' | 'position'> {
  seats: number
  /** left out for a new room that comes after all others */
  position?: number
}

const typedOf = (room: ListedRoom | null): Typed => ({
  name: room?.name ?? '',
  seats: room ? String(room.seats) : '',
  position: room ? String(room.position) : '',
  remark: room?.remark ?? '',
  extra_time: room?.extra_time ?? false,
})

/** The form as it is sent; null if a typed number cannot be read. */
function read({ seats: typedSeats, position: typedPosition, ...rest }: Typed, isNew: boolean): RoomForm | null {
  const seats = readTypedRoomSeats(typedSeats)
  const position = readTypedPosition(typedPosition)
  if (seats === null) return null
  if (position !== null) return { ...rest, seats, position }
  return isNew && typedPosition.trim() === '' ? { ...rest, seats } : null
}

const nameTexts = { ...schoolNameRefusalTexts, ...roomRefusalTexts }

/** A new room, or other fields for one. */
export function RoomDialog({ api, room, onSaved, onClose }: RoomDialogProps) {
  const [before] = useState(() => typedOf(room))
  const [typed, setTyped] = useState(before)
  const [isTried, setIsTried] = useState(false)
  const saving = useChange({
    send: async ({ fields: body }: FormEdit<RoomForm>, { theirs }) => {
      const { entity } = room
        ? await api.follow(editRoom, room._links.edit, { body: editBody(room, body, theirs) })
        : await api.call(createRoom, { body })
      return entity
    },
    onSaved,
    rebase: rebaseForm,
    failed: room ? texts.editFailed : texts.createFailed,
    refusals: { ...takenNameTexts, ...roomRefusalTexts },
    onYield: onClose,
  })
  const edit = (changes: Partial<Typed>) => {
    setTyped({ ...typed, ...changes })
    saving.showProblem(null)
  }
  const refusal = roomNameRefusal(typed.name)
  const fields = refusal ? null : read(typed, room === null)
  const isPositionWrong = readTypedPosition(typed.position) === null && (room !== null || typed.position.trim() !== '')
  const submit = () => {
    setIsTried(true)
    if (fields) saving.change({ base: read(before, room === null) ?? fields, fields })
  }
  return (
    <>
      <FormDialog
        title={room ? texts.editTitle(room.name) : texts.newTitle}
        submitLabel={room ? 'Opslaan' : texts.create}
        isBusy={saving.isBusy}
        isDirty={isChanged(before, typed)}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextField
          label={roomFieldTexts.name.label}
          autoComplete="off"
          value={typed.name}
          error={fieldError(saving.problem) ?? (isTried && refusal ? nameTexts[refusal] : undefined)}
          onChange={({ target }) => edit({ name: target.value })}
        />
        {nameRevealsExtraTime(typed.name) && (
          <StatusLine tone="warning" icon="alert">
            {roomFaultTexts.revealing}
          </StatusLine>
        )}
        <NumberField
          label={roomFieldTexts.seats.label}
          hint={room?.coming ? `${texts.seatsHint} ${texts.seatsOfTestmoments}` : texts.seatsHint}
          value={typed.seats}
          error={isTried && readTypedRoomSeats(typed.seats) === null ? roomFaultTexts.seats : undefined}
          onChange={(seats) => edit({ seats })}
        />
        <NumberField
          label={roomFieldTexts.position.label}
          hint={room ? texts.positionHint : `${texts.positionHint} ${texts.positionLeftOut}`}
          value={typed.position}
          error={isTried && isPositionWrong ? roomFaultTexts.position : undefined}
          onChange={(position) => edit({ position })}
        />
        <ProseArea
          label={roomFieldTexts.remark.label}
          rows={3}
          maxLength={MAX_ROOM_REMARK_LENGTH}
          value={typed.remark}
          counter={texts.remarkCounter(typed.remark.length)}
          onChange={({ target }) => edit({ remark: target.value })}
        />
        <ExtraTimeTick checked={typed.extra_time} onChange={(extra_time) => edit({ extra_time })} />
        <LostAnswerAlert text={saving.problem} />
      </FormDialog>
      {saving.dialog}
    </>
  )
}

interface NumberFieldProps {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const NumberField = ({ onChange, ...field }: NumberFieldProps) => (
  <TextField {...field} inputMode="numeric" autoComplete="off" onChange={({ target }) => onChange(target.value)} />
)

interface ExtraTimeTickProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

function ExtraTimeTick({ checked, onChange }: ExtraTimeTickProps) {
  const id = useId()
  return (
    <label data-layout="grid led target x3 center">
      <input
        type="checkbox"
        checked={checked}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span id={id}>{texts.extraTime}</span>
      <span id={`${id}-hint`} data-text="small muted">
        {texts.extraTimeHint}
      </span>
    </label>
  )
}
