import { type ReactNode, useEffect, useState } from 'react'
import type { StudentFilter } from '#domain/enrollments/group-act.schema.ts'
import { type FoundList, ListFailure } from '#src/parts/list-page/found-list.tsx'
import { Card } from '#src/ui/card.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import styles from './students.module.css'
import { listToolTexts } from './students.texts.ts'

/** How many students a moment's list holds, and for which modules. */
interface ModuleCounts {
  students: number
  /** rows that match the question */
  found: number
  modules: readonly { id: number; name: string; students: number }[]
}

/** Filters of a list of a moment's students. */
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
  /** shown while the list has no rows */
  empty: ReactNode
  /** the rows that were found */
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
      {hasStudents && (counts.found === 0 ? <Card>{texts.nobodyFound}</Card> : children)}
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
  <div className={styles.tools} data-layout="row 3 end bare">
    <SearchField onSearch={onSearch} />
    {counts.modules.length > 1 && (
      <SelectField
        label="Module"
        value={moduleId ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{listToolTexts.all(counts.students)}</option>
        {counts.modules.map((module) => (
          <option key={module.id} value={module.id}>
            {listToolTexts.module(module)}
          </option>
        ))}
      </SelectField>
    )}
    {children && <div data-layout="row 3 apart">{children}</div>}
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
    <search className={styles.search}>
      <TextField
        label={listToolTexts.search}
        placeholder={listToolTexts.search}
        type="search"
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
