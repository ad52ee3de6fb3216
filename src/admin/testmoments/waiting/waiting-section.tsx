import { type ReactNode, useEffect, useRef, useState } from 'react'
import { listWaiting } from '#contract/waiting.gen.ts'
import { instantLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { useFoundList } from '#src/parts/list-page/found-list.tsx'
import { EmptyList, ListTable, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { StudentCell, TickBar, useTicks } from '#src/parts/many/ticks.tsx'
import { WriteLink } from '#src/parts/messages/write-link.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { Note } from '#src/ui/alert.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Column } from '#src/ui/table.tsx'
import { NarrowedList, useNarrowing } from '../moment-students.tsx'
import styles from './waiting.module.css'
import { obstacleLabel, standstillTexts, waitingTexts as texts, type WaitingAct } from './waiting.texts.ts'
import { WaitingDialog } from './waiting-dialog.tsx'

export function WaitingSection({ testmoment, counted }: { testmoment: ManagedTestmoment; counted: ReactNode }) {
  const api = useApi()
  const narrowing = useNarrowing()
  const { filter, ofModule } = narrowing
  const [acting, setActing] = useState<{ act: WaitingAct; entries: readonly WaitingStudent[] } | null>(null)
  const section = useRef<HTMLElement>(null)
  const list = useFoundList({
    question: filter,
    load: (paging) => api.call(listWaiting, { params: { id: testmoment.id, paging }, query: filter }),
    follow: (next) => api.follow(listWaiting, next),
    renewedBy: testmoment,
  })
  const { counts } = list
  const hasStudents = counts !== undefined && counts.students > 0
  const { ticks, entries } = useTickedEntries(list.shown)

  const begin = (act: WaitingAct) => setActing({ act, entries: entries() })
  const end = (isDone: boolean) => {
    setActing(null)
    if (!isDone) return
    ticks.clear()
    // The element that had the focus is gone with the ticks.
    requestAnimationFrame(() => section.current?.focus())
  }
  return (
    <section ref={section} tabIndex={-1} data-layout="stack 1 arrived" aria-label="Wachtlijst">
      {hasStudents && counts.seats === 0 && <Note tone="neutral">{texts.unlimitedWithLine}</Note>}
      {hasStudents && counts.standstill && <StatusLine tone="warning">{standstillTexts[counts.standstill]}</StatusLine>}
      <NarrowedList
        list={list}
        narrowing={narrowing}
        texts={texts}
        tools={hasStudents && <WriteLink group={{ kind: 'waiting', testmoment_id: testmoment.id, ...ofModule }} />}
        empty={<NobodyWaits testmoment={testmoment} isUnlimited={counts?.seats === 0} />}
      >
        <ListTable
          list={list}
          caption="Wachtlijst"
          columns={columns}
          more={texts.more}
          isDense
          ticking={{
            ticks,
            found: counts?.found ?? 0,
            counted: Object.keys(filter).length > 0 ? texts.entries(counts?.found ?? 0) : counted,
          }}
        />
      </NarrowedList>
      <TickBar ticks={ticks} ticked={texts.ticked(ticks.count)}>
        <ServerButton tone="danger" onClick={() => begin('remove')}>
          {texts.remove}
        </ServerButton>
        <ServerButton tone="primary" onClick={() => begin('promote')}>
          {texts.promote}
        </ServerButton>
      </TickBar>
      {acting && counts && <WaitingDialog {...acting} counts={counts} onClose={end} />}
    </section>
  )
}

interface NobodyWaitsProps {
  testmoment: ManagedTestmoment
  /** the moment has no number of seats, so nobody will wait */
  isUnlimited: boolean
}

const NobodyWaits = ({ testmoment, isUnlimited }: NobodyWaitsProps) => (
  <EmptyList
    action={
      isUnlimited && (
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
    {isUnlimited ? texts.unlimited : texts.nobody}
  </EmptyList>
)

/** Keeps ticks when the search changes. Removes ticks of places that a colleague or the promotion took in the meantime. */
function useTickedEntries(shown: { asked: string; entities: readonly WaitingStudent[] } | null) {
  const ticks = useTicks()
  const known = useRef(new Map<number, WaitingStudent>())
  const before = useRef(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another answer says who is there
  useEffect(() => {
    const was = before.current
    before.current = shown
    if (!shown) return
    if (was?.asked === shown.asked) for (const { id } of was.entities) known.current.delete(id)
    for (const entry of shown.entities) known.current.set(entry.id, entry)
    ticks.keepOnly((id) => known.current.has(id))
  }, [shown])
  return {
    ticks,
    /** in the order of the line */
    entries: () =>
      [...ticks.ticked.ids].flatMap((id) => known.current.get(id) ?? []).sort((one, other) => one.id - other.id),
  }
}

const columns: Column<WaitingStudent>[] = [
  {
    key: 'name',
    label: 'Naam',
    cell: ({ id, user, module_name, place }) => (
      <StudentCell id={id} student={user} detail={module_name}>
        <span className={styles.place} data-text="figures nowrap strong muted ends">
          {`${place}e`}
        </span>
      </StudentCell>
    ),
  },
  { key: 'student', label: 'Nummer en richting', cell: (entry) => <NumberAndDepartment entry={entry} /> },
  {
    key: 'module',
    label: 'Module',
    cell: (entry) => (
      <div data-layout="grid 1">
        <span>{entry.module_name}</span>
        <EntryRemarks entry={entry} />
      </div>
    ),
  },
  { key: 'since', label: 'Wacht sinds', cell: ({ created_at }) => <Since instant={created_at} /> },
]

const NumberAndDepartment = ({ entry: { user } }: { entry: WaitingStudent }) => (
  <div data-layout="grid 1">
    <span data-text="figures nowrap">{user.student_number ?? '—'}</span>
    <span>{user.department}</span>
  </div>
)

function Since({ instant }: { instant: string }) {
  const now = Date.now()
  return (
    <time translate="no" data-text="figures desk-line" dateTime={instant}>
      {instantLabel(instant, now)}
    </time>
  )
}

/** Says whether the student moves, and from where if known; has a seat here already; and what keeps them from one. */
function EntryRemarks({ entry }: { entry: WaitingStudent }) {
  const now = Date.now()
  const { moves, from, has_seat } = entry
  const obstacle = obstacleLabel(entry, now)
  return (
    <>
      {moves && <StatusLine icon="exit">{texts.moves(from && whenAndWhereLabel(from, now))}</StatusLine>}
      {has_seat && <StatusLine>{texts.hasSeat}</StatusLine>}
      {obstacle && <StatusLine tone="warning">{texts.cannot(obstacle)}</StatusLine>}
    </>
  )
}
