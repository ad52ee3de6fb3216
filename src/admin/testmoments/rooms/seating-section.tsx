import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { listChairs, readDivision } from '#contract/dividing.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { groupBy } from '#domain/entities/groups.ts'
import type { DividedRoom, DivisionReply, DivisionWish, SeatedStudentRow } from '#domain/rooms/dividing.schema.ts'
import { searchTextOf, searchWords } from '#domain/users/search.rules.ts'
import type { Api } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { EmptyList, type ListRows, ListTable } from '#src/parts/list-page/list-page.tsx'
import { StudentCell, TickBar, type Ticks, useTicks } from '#src/parts/many/ticks.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { ChecklistsButton, RevealingRooms, revealedBy, SearchField } from '../moment-students.tsx'
import { DivideDialog } from './divide-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PublishRoomsDialog } from './publish-rooms-dialog.tsx'
import { moveTexts, seatingTexts as texts } from './seating.texts.ts'
import { useRenewedAnswer } from './use-renewed-answer.ts'

interface SeatingSectionProps {
  testmoment: ManagedTestmoment
  /** the rooms are not saved as they are shown */
  isDirty: boolean
}

/** Section with the rooms of a moment and the students in each; divides students over rooms, and moves some by hand. */
export function SeatingSection({ testmoment, isDirty }: SeatingSectionProps) {
  const api = useApi()
  const { id } = testmoment
  const { latest, error, askAgain } = useRenewedAnswer({
    question: id,
    ask: () => loadSeating(api, id),
    renewedBy: testmoment,
  })
  const [dividing, setDividing] = useState<DivisionWish['kind'] | null>(null)
  const [isPublishing, setIsPublishing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  if (error !== null)
    return (
      <Alert title={texts.loadFailed}>
        <Button onClick={askAgain}>Opnieuw proberen</Button>
      </Alert>
    )
  if (!latest) return null
  if (latest.answer.division.rooms.length === 0) return <EmptyList>{texts.noRooms}</EmptyList>
  const { division, students } = latest.answer
  const hasChairs = division.without_chair < division.students
  const isDivided = division.divided_at !== null
  const { preview_publication, publish } = division._links
  return (
    <EditSection title={texts.title} headingRef={heading}>
      <div data-layout="row 2 x6 between">
        <p role="status" data-text="figures">
          {division.students === 0
            ? texts.nobody
            : isDivided || hasChairs
              ? texts.divided(division)
              : texts.undivided(division.students)}
        </p>
        {division.students > 0 && (
          <div data-layout="row 3">
            {isDivided && division.without_chair > 0 && (
              <ServerButton disabled={isDirty} onClick={() => setDividing('rest')}>
                {texts.divideRest}
              </ServerButton>
            )}
            <ServerButton disabled={isDirty} onClick={() => setDividing('all')}>
              {texts.divide}
            </ServerButton>
            {publish && (
              <ServerButton disabled={isDirty} onClick={() => setIsPublishing(true)}>
                {texts.publish}
              </ServerButton>
            )}
          </div>
        )}
      </div>
      {isDirty && <p data-text="small muted">{texts.unsaved}</p>}
      {hasChairs && (
        <>
          <p data-text="small muted">{texts.newcomers(division.published_at)}</p>
          <RevealingRooms names={revealedBy(division.rooms)} />
          <SeatedStudents
            division={division}
            students={students}
            onMoved={() => requestAnimationFrame(() => heading.current?.focus())}
          >
            <ChecklistsButton testmomentId={id} links={testmoment._links} />
          </SeatedStudents>
        </>
      )}
      {isPublishing && preview_publication && publish && (
        <PublishRoomsDialog links={{ preview: preview_publication, publish }} onClose={() => setIsPublishing(false)} />
      )}
      {dividing && (
        <DivideDialog
          kind={dividing}
          division={division}
          byHand={students.filter(({ by_hand }) => by_hand).length}
          onClose={() => setDividing(null)}
        />
      )}
    </EditSection>
  )
}

async function loadSeating(api: Api, id: number) {
  const params = { id }
  const division = await api.call(readDivision, { params })
  const chairs = division.rooms.length > 0 ? await api.call(listChairs, { params }) : null
  return { division, students: chairs?.entities ?? [] }
}

interface SeatedStudentsProps {
  division: DivisionReply
  students: readonly SeatedStudentRow[]
  onMoved: () => void
  /** beside the search */
  children: ReactNode
}

/** Students by room, each behind a line with its numbers; a search unfolds the rooms in which it finds somebody. */
function SeatedStudents({ division, students, onMoved, children }: SeatedStudentsProps) {
  const [search, setSearch] = useState('')
  const [isMoving, setIsMoving] = useState(false)
  const byRoom = useMemo(() => {
    const words = searchWords(search)
    const found = students.filter((student) => words.every((word) => searchTextOf(student).includes(word)))
    return groupBy(found, ({ room_id }) => room_id)
  }, [students, search])
  const ticks = useTicks()
  const ticked = students.filter(({ id }) => ticks.has(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list says who is there
  useEffect(() => ticks.keepOnly((id) => students.some((student) => student.id === id)), [students])
  const seatless = byRoom.get(null) ?? []
  const found = [...byRoom.values()].reduce((sum, there) => sum + there.length, 0)
  return (
    <>
      <div data-layout="row 2 x4 between bare">
        <SearchField onSearch={setSearch} />
        {children}
      </div>
      {byRoom.size === 0 && <EmptyList>{texts.nobodyFound}</EmptyList>}
      <div data-layout="stack lined">
        {seatless.length > 0 && (
          <RoomFold name={texts.noChair} students={seatless} ticks={ticks} isOpen={seatless.length <= MOST_UNFOLDED}>
            <Badge tone="warning">{texts.found(seatless.length)}</Badge>
          </RoomFold>
        )}
        {division.rooms.map((room) => {
          const there = byRoom.get(room.id) ?? []
          if (search !== '' && there.length === 0) return null
          return (
            <RoomFold
              key={`${room.id} ${search}`}
              name={room.name}
              students={there}
              ticks={ticks}
              isOpen={(search !== '' || division.rooms.length === 1) && found <= MOST_UNFOLDED}
            >
              <RoomNumbers room={room} />
            </RoomFold>
          )
        })}
      </div>
      <TickBar ticks={ticks} ticked={texts.ticked(ticks.count)}>
        <ServerButton tone="primary" onClick={() => setIsMoving(true)}>
          {moveTexts.move}
        </ServerButton>
      </TickBar>
      {isMoving && (
        <MoveDialog
          division={division}
          students={ticked}
          onClose={(isDone) => {
            setIsMoving(false)
            if (!isDone) return
            ticks.clear()
            onMoved()
          }}
        />
      )}
    </>
  )
}

interface RoomFoldProps {
  name: string
  students: readonly SeatedStudentRow[]
  ticks: Ticks
  /** initially */
  isOpen: boolean
  /** numbers of the room, on its line */
  children: ReactNode
}

function RoomFold({ name, students, ticks, isOpen, children }: RoomFoldProps) {
  const [isShown, setIsShown] = useState(isOpen)
  const list = useShownRows(students)
  // The tick above a room's list unticks its own students, and nobody of another room.
  const clear = () => {
    for (const { id } of students) if (ticks.has(id)) ticks.toggle(id)
  }
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}>
      <summary data-layout="row 0 x3 target">
        <Icon name="chevron" />
        <strong data-text="breaks">{name}</strong>
        {children}
      </summary>
      {isShown &&
        (students.length === 0 ? (
          <p data-text="small muted">{texts.emptyRoom}</p>
        ) : (
          <ListTable
            list={list}
            caption={texts.list(name)}
            columns={columns}
            more={texts.more}
            ticking={{ ticks: { ...ticks, clear }, found: students.length }}
          />
        ))}
    </details>
  )
}

/** Who sits in a room, with the numbers that a teacher divides by. */
const RoomNumbers = ({ room: { label, students, seats, with_extra_time } }: { room: DividedRoom }) => (
  <>
    <span data-text="small figures">{texts.taken(students, seats)}</span>
    {students > seats && <StatusLine tone="warning">{texts.tooMany(students - seats)}</StatusLine>}
    {with_extra_time > 0 && <span data-text="small muted figures">{texts.extraTime(with_extra_time)}</span>}
    {students > 0 && <span data-text="small muted">{label ?? texts.mixed}</span>}
  </>
)

/** Students that a room shows unasked: with more of them, the rooms are read first, on one line each. */
const MOST_UNFOLDED = 12

/** Rows shown before asking for more. */
const ROWS_PER_PAGE = 100

/** The rows of a list that came whole: some at a time, since thousands of rows are slow on a school's laptop. */
function useShownRows<Row>(rows: readonly Row[]): ListRows<Row> {
  const [most, setMost] = useState(ROWS_PER_PAGE)
  const entities = useMemo(() => rows.slice(0, most), [rows, most])
  return {
    entities,
    hasMore: rows.length > most,
    isLoading: false,
    loadMore: () => setMost(most + ROWS_PER_PAGE),
    ordering: UNORDERED,
    arrived: most > ROWS_PER_PAGE ? entities[most - ROWS_PER_PAGE] : undefined,
  }
}

const UNORDERED = { order: null, onOrder: () => undefined }

const columns: Column<SeatedStudentRow>[] = [
  { key: 'name', label: 'Naam', cell: (student) => <StudentCell id={student.id} student={student} /> },
  {
    key: 'student_number',
    label: 'Studentnummer',
    cell: ({ student_number }) => <span data-text="figures nowrap">{student_number ?? '—'}</span>,
  },
  { key: 'modules', label: 'Modules', cell: ({ modules }) => modules.join(', ') },
  {
    key: 'chair',
    label: 'Plaats',
    cell: ({ seat_number, by_hand }) => (
      <span data-text="figures">{[seat_number ?? '—', by_hand && texts.byHand].filter(Boolean).join(', ')}</span>
    ),
  },
]
