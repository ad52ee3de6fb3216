import type { DividedRoom } from '#domain/rooms/dividing.schema.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { RevealingRooms, revealedBy } from '../moment-students.tsx'
import { seatingTexts as texts } from './seating.texts.ts'

export const RoomsTable = ({ rooms }: { rooms: readonly DividedRoom[] }) => (
  <>
    <Table caption={texts.rooms} rows={rooms} keyOf={({ id }) => id} columns={columns} />
    <RevealingRooms names={revealedBy(rooms)} />
  </>
)

const columns: Column<DividedRoom>[] = [
  {
    key: 'room',
    label: texts.columns.room,
    cell: ({ name }) => <strong data-text="breaks">{name}</strong>,
  },
  { key: 'who', label: texts.columns.who, cell: ({ label, students }) => label ?? (students > 0 ? texts.mixed : '—') },
  { key: 'students', label: texts.columns.students, align: 'end', cell: ({ students }) => students },
  {
    key: 'extra_time',
    label: texts.columns.extraTime,
    align: 'end',
    cell: ({ with_extra_time }) => with_extra_time,
  },
  {
    key: 'free',
    label: texts.columns.free,
    align: 'end',
    cell: ({ students, seats }) =>
      students > seats ? <StatusLine tone="warning">{texts.tooMany(students - seats)}</StatusLine> : seats - students,
  },
]
