import { useEffect, useMemo, useRef, useState } from 'react'
import type { Group } from '#domain/enrollments/group-act.schema.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import type { ManagedTestmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { LoadMoreButton } from '#src/parts/list-page/paged-list.tsx'
import { WriteLink } from '#src/parts/messages/write-link.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import type { Order } from '#src/ui/table.tsx'
import { AddStudents } from './add-students.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { StudentTable, TicksContext } from './student-table.tsx'
import styles from './students.module.css'
import { studentsTexts as texts } from './students.texts.ts'
import { type StudentsQuestion, useEnrolledStudents } from './use-enrolled-students.ts'

interface StudentsSectionProps {
  api: Api
  testmoment: ManagedTestmoment
  /** all of the school; null when they could not be fetched */
  modules: readonly Module[] | null
}

/** Columns are called as the server calls what it sorts by; by name, as Dutch lists are, unless told otherwise. */
const sortOf = (order: Order | null) =>
  (order?.direction === 'descending' ? `-${order.key}` : (order?.key ?? 'name')) as StudentsQuestion['sort']

/** Who is enrolled at a moment, and what is done to many of them at once. */
export function StudentsSection({ api, testmoment, modules }: StudentsSectionProps) {
  const [search, setSearch] = useState('')
  const [moduleId, setModuleId] = useState<number | null>(null)
  const [order, setOrder] = useState<Order | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<'unenroll' | 'move' | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const list = useEnrolledStudents({
    api,
    testmomentId: testmoment.id,
    question: { search, moduleId, sort: sortOf(order) },
    renewedBy: testmoment,
  })
  const { shown, failure, isLoading } = list
  const found = shown?.counts.found ?? 0
  const ticks = useTicks(found, { search, moduleId })
  const students = shown?.entities ?? []
  const counts = shown?.counts
  // The last of a module's students may have left while the list was narrowed to it.
  const isModuleGone = moduleId !== null && counts && !counts.modules.some(({ id }) => id === moduleId)
  if (isModuleGone) setModuleId(null)

  const stopAdding = () => {
    setIsAdding(false)
    requestAnimationFrame(() => adder.current?.focus())
  }
  if (isAdding) return <AddStudents api={api} testmoment={testmoment} modules={modules} onClose={stopAdding} />
  return (
    <section className={styles.section} aria-label="Ingeschreven studenten">
      {counts && counts.students > 0 && <ModuleFilter counts={counts} moduleId={moduleId} onChoose={setModuleId} />}
      <div className={styles.head}>
        {counts && counts.students > 0 && <SearchField onSearch={setSearch} />}
        <div className={styles.tools}>
          <Button ref={adder} tone="create" icon="plus" onClick={() => setIsAdding(true)}>
            Studenten toevoegen
          </Button>
          {counts && counts.students > 0 && (
            <WriteLink
              group={{
                kind: 'testmoment',
                testmoment_id: testmoment.id,
                ...(moduleId !== null && { module_id: moduleId }),
              }}
            />
          )}
        </div>
      </div>
      {failure !== null && (
        <Alert>
          <p>{saveFailureText(failure, texts.loadFailed)}</p>
          <Button busy={isLoading} onClick={list.retry}>
            Opnieuw proberen
          </Button>
        </Alert>
      )}
      {!shown && failure === null && (
        <Card aria-busy="true">
          <Skeleton lines={6} />
        </Card>
      )}
      {counts?.students === 0 && <Card>{texts.nobody}</Card>}
      {counts && counts.students > 0 && found === 0 && <Card>{texts.nobodyFound}</Card>}
      {found > 0 && (
        <div className={styles.list} aria-busy={isLoading}>
          <TickAll ticks={ticks} ids={students.map(({ id }) => id)} found={found} />
          <TicksContext value={ticks.context}>
            <StudentTable students={students} order={order} onOrder={setOrder} />
          </TicksContext>
          <LoadMoreButton list={list}>Meer studenten laden</LoadMoreButton>
        </div>
      )}
      <div className={styles.bar} data-shown={ticks.count > 0}>
        <p role="status" className={styles.figures}>
          {shown && ticks.count > 0 && texts.ticked(ticks.count)}
        </p>
        {ticks.count > 0 && (
          <Button tone="quiet" onClick={ticks.clear}>
            Niets aanvinken
          </Button>
        )}
        {ticks.count > 0 && (
          <div className={styles.tools}>
            <ServerButton onClick={() => setLeaving('move')}>Verplaatsen naar…</ServerButton>
            <ServerButton tone="danger" onClick={() => setLeaving('unenroll')}>
              Uitschrijven
            </ServerButton>
          </div>
        )}
      </div>
      {leaving && (
        <LeaveDialog
          api={api}
          kind={leaving}
          testmoment={testmoment}
          group={ticks.group}
          modules={counts?.modules ?? []}
          moduleId={moduleId}
          onClose={(isDone) => {
            setLeaving(null)
            if (isDone) ticks.clear()
          }}
        />
      )}
    </section>
  )
}

interface ModuleFilterProps {
  counts: { students: number; modules: readonly { id: number; name: string; students: number }[] }
  moduleId: number | null
  onChoose: (id: number | null) => void
}

/** How many take what, which narrows the list to them. */
const ModuleFilter = ({ counts, moduleId, onChoose }: ModuleFilterProps) => (
  <fieldset className={styles.chips}>
    <legend>Module</legend>
    {[{ id: null, name: 'Alle', students: counts.students }, ...counts.modules].map(({ id, name, students }) => (
      <button key={id} type="button" aria-pressed={id === moduleId} onClick={() => onChoose(id)}>
        {name} <span className={styles.figures}>{students.toLocaleString('nl-NL')}</span>
      </button>
    ))}
  </fieldset>
)

/** ms without a key before the list is asked for: it follows the words, not the letters */
const TYPING = 200

/** What is typed stands in here alone: the list is not made anew for each letter. */
function SearchField({ onSearch }: { onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <search className={styles.search}>
      <TextField
        label="Zoek op naam, e-mailadres of studentnummer"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}

type Ticked = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> }

const nobody: Ticked = { all: false, ids: new Set() }

/** Who is ticked: some by name, whatever is searched for since; or all that are found, but for some. */
function useTicks(found: number, filter: { search: string; moduleId: number | null }) {
  const [ticked, setTicked] = useState<Ticked>(nobody)
  const [filtered, setFiltered] = useState(filter)
  if (filtered.search !== filter.search || filtered.moduleId !== filter.moduleId) {
    setFiltered(filter)
    // 'All' was said of those whom another filter found.
    if (ticked.all) setTicked(nobody)
  }
  const context = useMemo(
    () => ({
      has: (id: number) => (ticked.all ? !ticked.except.has(id) : ticked.ids.has(id)),
      toggle: (id: number) =>
        setTicked((now) =>
          now.all ? { all: true, except: toggled(now.except, id) } : { all: false, ids: toggled(now.ids, id) },
        ),
    }),
    [ticked],
  )
  const { search, moduleId } = filter
  const group: Group = ticked.all
    ? {
        by: 'filter',
        filter: { ...(search !== '' && { search }), ...(moduleId !== null && { module_id: moduleId }) },
        except: [...ticked.except],
      }
    : { by: 'users', user_ids: [...ticked.ids] }
  return {
    context,
    group,
    isAll: ticked.all && ticked.except.size === 0,
    count: ticked.all ? Math.max(0, found - ticked.except.size) : ticked.ids.size,
    clear: () => setTicked(nobody),
    tick: (ids: readonly number[]) =>
      setTicked((now) => ({ all: false, ids: new Set([...(now.all ? [] : now.ids), ...ids]) })),
    tickAll: () => setTicked({ all: true, except: new Set() }),
  }
}

function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const now = new Set(ids)
  if (!now.delete(id)) now.add(id)
  return now
}

interface TickAllProps {
  ticks: ReturnType<typeof useTicks>
  /** those that are shown */
  ids: readonly number[]
  /** how many there are with those that are not loaded */
  found: number
}

/** Ticks those that are shown, and then offers all that there are. */
function TickAll({ ticks, ids, found }: TickAllProps) {
  const ticked = ids.filter(ticks.context.has).length
  const isEvery = ticked === ids.length
  return (
    <div className={styles.all}>
      <label className={styles.every}>
        <input
          type="checkbox"
          checked={isEvery}
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && !isEvery
          }}
          onChange={() => (isEvery ? ticks.clear() : ticks.tick(ids))}
        />
        {ids.length < found ? `De eerste ${ids.length} aanvinken` : 'Allemaal aanvinken'}
      </label>
      {isEvery && ids.length < found && !ticks.isAll && (
        <Button tone="quiet" onClick={ticks.tickAll}>
          Alle {found.toLocaleString('nl-NL')} die voldoen aanvinken
        </Button>
      )}
      <span className={styles.figures}>
        {found.toLocaleString('nl-NL')} {found === 1 ? 'student' : 'studenten'}
      </span>
    </div>
  )
}
