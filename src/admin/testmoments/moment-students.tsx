import { type ReactNode, useEffect, useState } from 'react'
import { readDivision } from '#contract/dividing.gen.ts'
import { downloadExtraTime, downloadPresenceChecklist } from '#contract/testmoments.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { StudentFilter } from '#domain/enrollments/group-act.schema.ts'
import { countedStudents } from '#domain/entities/counts.texts.ts'
import type { DividedRoom } from '#domain/rooms/dividing.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { type FoundList, ListFailure } from '#src/parts/list-page/found-list.tsx'
import { EmptyList } from '#src/parts/list-page/list-page.tsx'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Options, SelectField, TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './moment-students.module.css'
import { changeTexts, listToolTexts, printTexts } from './moment-students.texts.ts'

/*
 * What the tabs of a test moment share, and the only file of each other's that they may import: the filters of a list of its
 * students, its lists to print, and what a change does to its students.
 */

/** How many students a moment's list holds, and for which modules. */
interface ModuleCounts {
  students: number
  /** rows that match the question */
  found: number
  modules: readonly { id: number; name: string; students: number }[]
}

export function useNarrowing() {
  const [search, setSearch] = useState('')
  const [moduleId, setModuleId] = useState<number | null>(null)
  const ofModule: { module_id?: number } = moduleId === null ? {} : { module_id: moduleId }
  const filter: StudentFilter = { ...(search !== '' && { search }), ...ofModule }
  return { filter, moduleId, ofModule, setSearch, setModuleId }
}

interface NarrowedListProps {
  list: Pick<FoundList<unknown, ModuleCounts>, 'shown' | 'counts' | 'failure' | 'isLoading' | 'retry'>
  narrowing: ReturnType<typeof useNarrowing>
  texts: { loadFailed: string; nobodyFound: string }
  /** actions on the whole list, on the line of the search */
  tools?: ReactNode
  /** above the list, while it has students */
  notice?: ReactNode
  empty: ReactNode
  children: ReactNode
}

/** A moment's students by module and by name: what narrows them, and below it the list, or why there is none. */
export function NarrowedList({ list, narrowing, texts, tools, notice, empty, children }: NarrowedListProps) {
  const { counts } = list
  const { moduleId, setModuleId, setSearch } = narrowing
  // The last of a module's students may have left while the list was narrowed to it.
  const isModuleGone = moduleId !== null && counts && !counts.modules.some(({ id }) => id === moduleId)
  useEffect(() => {
    if (isModuleGone) setModuleId(null)
  }, [isModuleGone, setModuleId])
  const hasStudents = counts !== undefined && counts.students > 0
  return (
    <>
      {hasStudents ? (
        <ListTools counts={counts} moduleId={moduleId} onChoose={setModuleId} onSearch={setSearch}>
          {tools}
        </ListTools>
      ) : (
        tools
      )}
      {hasStudents && notice}
      <ListFailure list={list} failed={texts.loadFailed} />
      {counts?.students === 0 && empty}
      {hasStudents &&
        (counts.found === 0 ? (
          <EmptyList>{texts.nobodyFound}</EmptyList>
        ) : (
          <div className={styles.list}>{children}</div>
        ))}
    </>
  )
}

interface ListToolsProps {
  counts: Pick<ModuleCounts, 'students' | 'modules'>
  moduleId: number | null
  onChoose: (id: number | null) => void
  onSearch: (search: string) => void
  /** actions at the end of the line */
  children?: ReactNode
}

/** Filters of a moment's students on one line: words, and the module if there are several. */
export const ListTools = ({ counts, moduleId, onChoose, onSearch, children }: ListToolsProps) => (
  <div className={styles.tools} data-layout="row 2 x3 end bare">
    <SearchField onSearch={onSearch} />
    {counts.modules.length > 1 && (
      <SelectField
        label="Module"
        value={moduleId ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{listToolTexts.all(counts.students)}</option>
        <Options of={counts.modules.map((module) => [module.id, listToolTexts.module(module)])} />
      </SelectField>
    )}
    {children && <div data-layout="row 2 x3 apart">{children}</div>}
  </div>
)

/** ms without a key before the list is asked for: it follows the words, not the letters */
const TYPING_PAUSE_MS = 200

/** Keeps the typed text to itself: the list is not rendered again for each letter. */
export function SearchField({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <search data-layout="grows" data-width="32">
      <TextField
        label={listToolTexts.search}
        placeholder={listToolTexts.search}
        type="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}

export type PrintedLinks = Pick<
  ManagedTestmoment['_links'],
  'presence_checklist' | 'presence_checklist_by_module' | 'extra_time'
>

interface ChecklistsButtonProps {
  testmomentId: number
  links: PrintedLinks
}

export function ChecklistsButton(props: ChecklistsButtonProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <ServerButton icon="download" onClick={() => setIsChoosing(true)}>
        {printTexts.title}
      </ServerButton>
      {isChoosing && (
        <Dialog title={printTexts.title} onClose={() => setIsChoosing(false)}>
          <Checklists {...props} />
        </Dialog>
      )}
    </>
  )
}

/** One list for a hall, one per module or room, and separately the one of extra time, which is not signed. */
function Checklists({ testmomentId, links }: ChecklistsButtonProps) {
  const lists = [
    {
      name: 'A–Z',
      what: printTexts.allForHall,
      target: downloadPresenceChecklist,
      link: links.presence_checklist,
      failed: printTexts.checklistFailed,
    },
    {
      name: 'Per module',
      what: printTexts.byModule,
      target: downloadPresenceChecklist,
      link: links.presence_checklist_by_module,
      failed: printTexts.checklistFailed,
    },
    {
      name: printTexts.forInvigilator,
      what: printTexts.whoHasExtraTime,
      target: downloadExtraTime,
      link: links.extra_time,
      failed: printTexts.extraTimeFailed,
    },
  ]
  return (
    <ul data-layout="grid 4">
      {lists.map(({ name, what, target, link, failed }) => (
        <li key={name} data-layout="grid 2 left">
          <p>{what}</p>
          <DownloadButton target={target} link={link} failed={failed}>
            {name}
          </DownloadButton>
        </li>
      ))}
      <RoomLists testmomentId={testmomentId} />
    </ul>
  )
}

/** Lists to print for all rooms of a divided moment or for one: to tick and sign, and to hang at the door. */
function RoomLists({ testmomentId }: { testmomentId: number }) {
  const api = useApi()
  const { latest, error, askAgain } = useAnswer({
    question: testmomentId,
    ask: (id) => api.call(readDivision, { params: { id } }),
  })
  const [room, setRoom] = useState('')
  if (error !== null)
    return (
      <li>
        <Alert title={printTexts.roomsFailed}>
          <Button onClick={askAgain}>Opnieuw proberen</Button>
        </Alert>
      </li>
    )
  const division = latest?.answer
  const { checklist_by_room, door_list } = division?._links ?? {}
  if (!division || !checklist_by_room || !door_list) return null
  const query = room === '' ? '' : `&room_id=${room}`
  const lists = [
    { name: printTexts.byRoom, link: checklist_by_room, failed: printTexts.checklistFailed },
    { name: printTexts.door, link: door_list, failed: printTexts.doorFailed },
  ]
  return (
    <li data-layout="grid 2 left">
      <p>{printTexts.roomLists}</p>
      <SelectField label={printTexts.room} value={room} onChange={({ target }) => setRoom(target.value)}>
        <option value="">{printTexts.allRooms}</option>
        <Options
          of={division.rooms
            .filter(({ students }) => students > 0)
            .map(({ id, name, students }) => [id, printTexts.roomOption(name, students)])}
        />
      </SelectField>
      <RevealingRooms names={revealedBy(division.rooms.filter(({ id }) => room === '' || room === String(id)))} />
      <div data-layout="row 3 start">
        {lists.map(({ name, link, failed }) => (
          <DownloadButton
            key={name}
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

/** Warns of rooms whose list reveals who has extra time, beside a file that names the room of each student. */
export function RevealingRoomsOf({ testmomentId }: { testmomentId: number }) {
  const api = useApi()
  const { latest } = useAnswer({ question: testmomentId, ask: (id) => api.call(readDivision, { params: { id } }) })
  return <RevealingRooms names={revealedBy(latest?.answer.rooms ?? [])} />
}

export const revealedBy = (rooms: readonly DividedRoom[]): string[] =>
  rooms.flatMap(({ name, reveals_extra_time }) => (reveals_extra_time ? [name] : []))

export const RevealingRooms = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && <StatusLine tone="warning">{printTexts.revealing(names)}</StatusLine>

export const SeatEffects = ({ above, promoted }: { above: number; promoted: number }) => (
  <>
    {above > 0 && (
      <StatusLine tone="warning" icon="info">
        {changeTexts.aboveSeats(above)}
      </StatusLine>
    )}
    {promoted > 0 && <StatusLine>{changeTexts.promoted(promoted)}</StatusLine>}
  </>
)

/** Follows a change that gave students of the waiting list a seat. */
export const promotedNowText = (count: number): string =>
  `${countedStudents(count)} van de wachtlijst ${count === 1 ? 'krijgt' : 'krijgen'} nu een plaats.`
