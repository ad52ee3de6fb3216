import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { listWaiting } from '#contract/waiting.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel, instantLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { EmptyList, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton } from '#src/parts/list-page/paged-list.tsx'
import { StudentCell, TickAll, TickBar, TicksContext } from '#src/parts/many/ticks.tsx'
import { WriteLink } from '#src/parts/messages/write-link.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { ListFailure, ModuleFilter, SearchField } from '../students/list-tools.tsx'
import styles from '../students/students.module.css'
import { useFoundList } from '../students/use-found-list.ts'
import { obstacleLabel, standstillTexts, waitingTexts as texts, type WaitingAct } from './waiting.texts.ts'
import { WaitingDialog } from './waiting-dialog.tsx'

interface WaitingSectionProps {
  api: Api
  testmoment: ManagedTestmoment
}

/** Who waits for a seat at a moment, in order, and what a teacher does to them. */
export function WaitingSection({ api, testmoment }: WaitingSectionProps) {
  const [search, setSearch] = useState('')
  const [moduleId, setModuleId] = useState<number | null>(null)
  const [acting, setActing] = useState<{ act: WaitingAct; entries: readonly WaitingStudent[] } | null>(null)
  const section = useRef<HTMLElement>(null)
  const list = useFoundList({
    question: { ...(search !== '' && { search }), ...(moduleId !== null && { module_id: moduleId }) },
    load: (query, paging) => api.call(listWaiting, { params: { id: testmoment.id, paging }, query }),
    follow: (next) => api.follow(listWaiting, next),
    renewedBy: testmoment,
  })
  const { shown, isLoading } = list
  const ticks = useTickedEntries(shown)
  const entries = shown?.entities ?? []
  const counts = shown?.counts
  // The last who waited for a module may have left while the list was narrowed to it.
  const isModuleGone = moduleId !== null && counts && !counts.modules.some(({ id }) => id === moduleId)
  if (isModuleGone) setModuleId(null)

  const begin = (act: WaitingAct) => setActing({ act, entries: ticks.entries })
  const end = (isDone: boolean) => {
    setActing(null)
    if (!isDone) return
    ticks.clear()
    // What had the focus is gone with the ticks.
    requestAnimationFrame(() => section.current?.focus())
  }
  return (
    <section ref={section} tabIndex={-1} className={`${styles.section} ${styles.arrived}`} aria-label="Wachtlijst">
      {counts && counts.students > 0 && (
        <>
          {counts.seats === 0 && (
            <Alert tone="neutral" live={false}>
              {texts.unlimitedWithLine}
            </Alert>
          )}
          {counts.standstill && (
            <Alert tone="warning" live={false}>
              {standstillTexts[counts.standstill]}
            </Alert>
          )}
          <ModuleFilter counts={counts} moduleId={moduleId} onChoose={setModuleId} />
          <div className={styles.head}>
            <SearchField onSearch={setSearch} />
            <div className={styles.tools}>
              <WriteLink
                group={{
                  kind: 'waiting',
                  testmoment_id: testmoment.id,
                  ...(moduleId !== null && { module_id: moduleId }),
                }}
              />
            </div>
          </div>
        </>
      )}
      <ListFailure list={list} failed={texts.loadFailed} />
      {counts?.students === 0 && (
        <EmptyList
          action={
            counts.seats === 0 && (
              <ScreenLink
                to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
                params={{ schoolyearId: String(testmoment.schoolyear_id), testmomentId: String(testmoment.id) }}
                replace
              >
                {texts.toSeats}
              </ScreenLink>
            )
          }
        >
          {counts.seats === 0 ? texts.unlimited : texts.nobody}
        </EmptyList>
      )}
      {counts && counts.students > 0 && counts.found === 0 && <Card>{texts.nobodyFound}</Card>}
      {counts && counts.found > 0 && (
        <div className={styles.list} aria-busy={isLoading}>
          <TickAll
            has={ticks.context.has}
            ids={entries.map(({ id }) => id)}
            found={counts.found}
            counted={texts.entries(counts.found)}
            onTick={ticks.tick}
            onClear={ticks.clear}
          />
          <TicksContext value={ticks.context}>
            <WaitingTable entries={entries} />
          </TicksContext>
          <LoadMoreButton list={list}>Meer van de wachtlijst laden</LoadMoreButton>
        </div>
      )}
      <TickBar ticked={texts.ticked(ticks.entries.length)} count={ticks.entries.length} onClear={ticks.clear}>
        <ServerButton tone="danger" onClick={() => begin('remove')}>
          Van de lijst halen
        </ServerButton>
        <ServerButton tone="primary" onClick={() => begin('promote')}>
          Plaats geven
        </ServerButton>
      </TickBar>
      {acting && counts && <WaitingDialog api={api} {...acting} counts={counts} onClose={end} />}
    </section>
  )
}

/** Which places are ticked, whatever is searched for since; one that a colleague or the promotion took meanwhile no longer is. */
function useTickedEntries(shown: { asked: string; entities: readonly WaitingStudent[] } | null) {
  const [ticked, setTicked] = useState<ReadonlyMap<number, WaitingStudent>>(new Map())
  const before = useRef(shown)
  useEffect(() => {
    const was = before.current
    before.current = shown
    if (!shown || was?.asked !== shown.asked) return
    const there = new Map(shown.entities.map((entry) => [entry.id, entry]))
    const gone = new Set(was.entities.map(({ id }) => id).filter((id) => !there.has(id)))
    setTicked((now) => {
      const left = [...now].filter(([id]) => !gone.has(id))
      return new Map(left.map(([id, entry]) => [id, there.get(id) ?? entry]))
    })
  }, [shown])
  const context = useMemo(
    () => ({
      has: (id: number) => ticked.has(id),
      toggle: (id: number) =>
        setTicked((now) => {
          const entry = before.current?.entities.find((one) => one.id === id)
          const toggled = new Map(now)
          if (!toggled.delete(id) && entry) toggled.set(id, entry)
          return toggled
        }),
    }),
    [ticked],
  )
  return {
    context,
    /** in the order of the line */
    entries: [...ticked.values()].sort((one, other) => one.id - other.id),
    clear: () => setTicked(new Map()),
    tick: (ids: readonly number[]) => {
      const wanted = new Set(ids)
      const more = (shown?.entities ?? []).filter(({ id }) => wanted.has(id))
      setTicked((now) => new Map([...now, ...more.map((entry) => [entry.id, entry] as const)]))
    },
  }
}

/** The line of a moment, in its order. */
const WaitingTable = memo(({ entries }: { entries: readonly WaitingStudent[] }) => (
  <Table
    caption="Wachtlijst"
    rows={entries}
    keyOf={({ id }) => id}
    ordering={{ order: null, onOrder: () => undefined }}
    columns={columns}
  />
))

const columns: Column<WaitingStudent>[] = [
  {
    key: 'name',
    label: 'Naam',
    cell: ({ id, user, module_name, place }) => (
      <StudentCell id={id} student={user} detail={module_name}>
        <span className={styles.place}>{place}e</span>
      </StudentCell>
    ),
  },
  { key: 'student', label: 'Nummer en richting', cell: (entry) => <NumberAndDepartment entry={entry} /> },
  { key: 'module', label: 'Module', cell: ({ module_name }) => module_name },
  { key: 'since', label: 'Wacht sinds', cell: ({ created_at }) => <Since instant={created_at} /> },
  { key: 'remarks', label: 'Opmerking', hideLabel: true, cell: (entry) => <EntryRemarks entry={entry} /> },
]

const NumberAndDepartment = ({ entry: { user } }: { entry: WaitingStudent }) => (
  <div className={styles.made}>
    <span className={styles.number}>{user.student_number ?? '—'}</span>
    <span className={styles.words}>{user.department}</span>
  </div>
)

function Since({ instant }: { instant: string }) {
  const now = Date.now()
  return (
    <span className={styles.number} title={instantLabel(instant, now)}>
      {dateLabel(dayOf(Date.parse(instant)), now)}
    </span>
  )
}

/** From where they come, and what keeps them from a seat. */
function EntryRemarks({ entry }: { entry: WaitingStudent }) {
  const now = Date.now()
  const { moves, from, has_seat } = entry
  const obstacle = obstacleLabel(entry, now)
  return (
    <div className={styles.remarks}>
      {moves && (
        <StatusLine tone="neutral" icon="exit">
          {texts.moves(from && whenAndWhereLabel(from, now))}
        </StatusLine>
      )}
      {has_seat && (
        <StatusLine tone="neutral" icon="info">
          {texts.hasSeat}
        </StatusLine>
      )}
      {obstacle && (
        <StatusLine tone="warning" icon="alert">
          {texts.cannot(obstacle)}
        </StatusLine>
      )}
    </div>
  )
}
