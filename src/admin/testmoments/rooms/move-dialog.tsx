import { useState } from 'react'
import { moveChairs } from '#contract/dividing.gen.ts'
import type { RoomFull } from '#contract/refusals.ts'
import { MOST_MOVED_AT_ONCE } from '#domain/rooms/chairs.rules.ts'
import type { DividedRoom, DivisionReply, SeatedStudentRow } from '#domain/rooms/dividing.schema.ts'
import { roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { PlanButtons, PlanDialog, PlanSentences } from '#src/parts/plan/plan-dialog.tsx'
import { useWrite } from '#src/parts/writing/writing.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { notifiedText, moveTexts as texts } from './seating.texts.ts'

interface MoveDialogProps {
  division: DivisionReply
  students: readonly SeatedStudentRow[]
  /** `isDone`: they were moved */
  onClose: (isDone: boolean) => void
}

const freeOf = ({ seats, students }: DividedRoom): number => Math.max(0, seats - students)

export function MoveDialog({ division: { rooms, published_at, _links }, students, onClose }: MoveDialogProps) {
  const api = useApi()
  const [chosen, setChosen] = useState<number>()
  /** room that the server refused because it is full */
  const [refused, setRefused] = useState<{ id: number; free: number } | null>(null)
  const { isBusy, problem, write, showProblem } = useWrite()
  const room = rooms.find(({ id }) => id === chosen) ?? emptiest(rooms, students)
  if (!room) return null
  const moving = students.filter(({ room_id }) => room_id !== room.id)
  const free = refused?.id === room.id ? refused.free : freeOf(room)
  const above = Math.max(0, moving.length - free)
  const isTooMany = moving.length > MOST_MOVED_AT_ONCE
  const move = () =>
    write({
      send: () =>
        api.follow(moveChairs, _links.move, {
          body: {
            user_ids: moving.map(({ id }) => id),
            room_id: room.id,
            ...(above > 0 && { above_seats: true }),
          },
        }),
      saved: ({ moved }) => texts.moved(moved, room.name),
      failed: texts.failed,
      refusals: roomRefusalTexts,
      onDone: () => onClose(true),
      onAnswerLost: () => onClose(true),
      onRefused: (error) => {
        if (!isRefusedFor<RoomFull>(error, 'room-full')) return false
        setRefused({ id: room.id, free: error.details.free })
        return true
      },
    })
  return (
    <PlanDialog title={texts.title(students.length)} onClose={() => onClose(false)}>
      <SelectField
        label={texts.to}
        value={room.id}
        onChange={({ target }) => {
          showProblem(null)
          setChosen(Number(target.value))
        }}
      >
        <Options of={rooms.map((each) => [each.id, texts.option(each.name, freeOf(each))])} />
      </SelectField>
      <PlanSentences>
        <p>
          <span>{moving.length === 0 ? texts.nobody : texts.plan(moving.length, room.name)}</span>
          {moving.length > 0 && moving.length < students.length && (
            <span>{` ${texts.there(students.length - moving.length)}`}</span>
          )}
        </p>
        {published_at !== null && moving.length > 0 && !isTooMany && <p>{notifiedText(moving.length)}</p>}
        {isTooMany && <p>{texts.tooMany}</p>}
        {above > 0 && !isTooMany && <StatusLine tone="warning">{texts.above(above, room.seats)}</StatusLine>}
        {moving.length > 0 && <p data-text="small muted">{texts.kept}</p>}
      </PlanSentences>
      <PlanButtons
        label={moving.length === 0 || isTooMany ? null : texts.confirm(above)}
        tone={above > 0 ? 'danger' : 'primary'}
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => void move()}
        onClose={() => onClose(false)}
      />
    </PlanDialog>
  )
}

/** The room with most chairs left, among those where some of them would come to. */
function emptiest(rooms: readonly DividedRoom[], students: readonly SeatedStudentRow[]): DividedRoom | undefined {
  const others = rooms.filter(({ id }) => students.some(({ room_id }) => room_id !== id))
  return others.toSorted((one, other) => freeOf(other) - freeOf(one))[0] ?? rooms[0]
}
