import { useEffect, useMemo, useRef, useState } from 'react'
import { listChairs, readDivision } from '#contract/dividing.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { DivisionReply, DivisionWish, SeatedStudentRow } from '#domain/rooms/dividing.schema.ts'
import { searchTextOf, searchWords } from '#domain/users/search.rules.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { EmptyList } from '#src/parts/list-page/list-page.tsx'
import { type ListRows, ListTable } from '#src/parts/list-page/list-table.tsx'
import { StudentCell, TickBar, useTicks } from '#src/parts/many/ticks.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { Badge } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { ChecklistsButton } from '../checklists-button.tsx'
import { SearchField } from '../students/list-tools.tsx'
import { DivideDialog } from './divide-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PublishRoomsDialog } from './publish-rooms-dialog.tsx'
import { RoomsTable } from './rooms-table.tsx'
import { moveTexts, seatingTexts as texts } from './seating.texts.ts'
import { useRenewedAnswer } from './use-renewed-answer.ts'

interface SeatingSectionProps {
  api: Api
  testmoment: ManagedTestmoment
  /** the rooms are not saved as they are shown */
  isDirty: boolean
}

/** Section with the rooms of a moment and the students in each; divides students over rooms, and moves some by hand. */
export function SeatingSection({ api, testmoment, isDirty }: SeatingSectionProps) {
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
  if (!latest || latest.answer.division.rooms.length === 0) return null
  const { division, students } = latest.answer
  const hasChairs = division.without_chair < division.students
  const isDivided = division.divided_at !== null
  const { preview_publication, publish } = division._links
  return (
    <EditSection title={texts.title} headingRef={heading}>
      <div data-layout="row 3 x6 between">
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
          <RoomsTable rooms={division.rooms} />
          <div>
            <ChecklistsButton api={api} testmomentId={id} links={testmoment._links} />
          </div>
          <SeatedStudents
            api={api}
            division={division}
            students={students}
            onMoved={() => requestAnimationFrame(() => heading.current?.focus())}
          />
        </>
      )}
      {isPublishing && preview_publication && publish && (
        <PublishRoomsDialog
          api={api}
          links={{ preview: preview_publication, publish }}
          onClose={() => setIsPublishing(false)}
        />
      )}
      {dividing && (
        <DivideDialog
          api={api}
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
  api: Api
  division: DivisionReply
  students: readonly SeatedStudentRow[]
  onMoved: () => void
}

/** Students of the shown room: an id, everywhere, or without a chair. */
type Where = number | 'everywhere' | 'nowhere'

function SeatedStudents({ api, division, students, onMoved }: SeatedStudentsProps) {
  const [where, setWhere] = useState<Where>('everywhere')
  const [search, setSearch] = useState('')
  const [isMoving, setIsMoving] = useState(false)
  const found = useMemo(() => {
    const words = searchWords(search)
    return students.filter(
      (student) =>
        isAt(student, where) && (words.length === 0 || words.every((word) => searchTextOf(student).includes(word))),
    )
  }, [students, where, search])
  const list = useShownRows(found)
  const ticks = useTicks(found.length, { where, search })
  const ticked = (ticks.ticked.isAll ? found : students).filter(({ id }) => ticks.has(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list says who is there
  useEffect(() => ticks.keepOnly((id) => students.some((student) => student.id === id)), [students])
  const names = useMemo(() => new Map(division.rooms.map(({ id, name }) => [id, name])), [division])
  const columns = useMemo(() => columnsOf(names), [names])
  return (
    <>
      <div data-layout="row 4 x6 end">
        <SelectField
          label={texts.columns.room}
          value={where}
          onChange={({ target }) => setWhere(readWhere(target.value))}
        >
          <option value="everywhere">{texts.everywhere(students.length)}</option>
          {division.rooms.map(({ id, name, students: count }) => (
            <option key={id} value={id}>
              {texts.inRoom(name, count)}
            </option>
          ))}
          {division.without_chair > 0 && <option value="nowhere">{texts.nowhere(division.without_chair)}</option>}
        </SelectField>
        <SearchField onSearch={setSearch} />
      </div>
      {found.length === 0 ? (
        <EmptyList>{texts.nobodyFound}</EmptyList>
      ) : (
        <ListTable
          list={list}
          caption={texts.list}
          columns={columns}
          more={texts.more}
          ticking={{
            ticks,
            found: found.length,
            counted: texts.found(found.length),
            everyone: texts.everyone(found.length),
          }}
        />
      )}
      <TickBar ticks={ticks} ticked={texts.ticked(ticks.count)}>
        <ServerButton tone="primary" onClick={() => setIsMoving(true)}>
          {moveTexts.move}
        </ServerButton>
      </TickBar>
      {isMoving && (
        <MoveDialog
          api={api}
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

const readWhere = (value: string): Where => (value === 'everywhere' || value === 'nowhere' ? value : Number(value))

const isAt = ({ room_id }: SeatedStudentRow, where: Where): boolean =>
  where === 'everywhere' || room_id === (where === 'nowhere' ? null : where)

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

const columnsOf = (names: ReadonlyMap<number, string>): Column<SeatedStudentRow>[] => [
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
    cell: ({ room_id, seat_number, by_hand }) => (
      <div data-layout="grid 1">
        {room_id === null ? (
          <Badge tone="warning" icon="alert">
            {texts.noChair}
          </Badge>
        ) : (
          <span data-text="figures">{texts.chair(names.get(room_id) ?? '?', seat_number)}</span>
        )}
        {by_hand && <span data-text="small muted">{texts.byHand}</span>}
      </div>
    ),
  },
]
