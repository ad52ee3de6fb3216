import { useRef, useState } from 'react'
import type { QueryOf } from '#contract/endpoint.ts'
import { listEnrolledStudents } from '#contract/enrolled-students.ts'
import type { EnrolledCounts } from '#domain/enrollments/enrolled-student.schema.ts'
import type { StudentFilter } from '#domain/enrollments/group-act.schema.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ServerButton } from '#src/parts/editing/confirm-dialog.tsx'
import { EmptyList } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton } from '#src/parts/list-page/paged-list.tsx'
import { TickAll, TickBar, TicksContext, useTicks } from '#src/parts/many/ticks.tsx'
import { WriteLink } from '#src/parts/messages/write-link.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import type { Order } from '#src/ui/table.tsx'
import { AddStudents } from './add-students.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ListFailure, ModuleFilter, SearchField } from './list-tools.tsx'
import { StudentTable } from './student-table.tsx'
import styles from './students.module.css'
import { studentsCounted, studentsTexts as texts } from './students.texts.ts'
import { useFoundList } from './use-found-list.ts'

interface StudentsSectionProps {
  api: Api
  testmoment: ManagedTestmoment
  /** all of the school; null when they could not be fetched */
  modules: readonly Module[] | null
}

/** Columns are called as the server calls what it sorts by; by name, as Dutch lists are, by default. */
const sortOf = (order: Order | null) =>
  (order?.direction === 'descending' ? `-${order.key}` : (order?.key ?? 'name')) as NonNullable<
    QueryOf<typeof listEnrolledStudents>['sort']
  >

/** Who is enrolled at a moment, and what is done to many of them at once. */
export function StudentsSection({ api, testmoment, modules }: StudentsSectionProps) {
  const [search, setSearch] = useState('')
  const [moduleId, setModuleId] = useState<number | null>(null)
  const [order, setOrder] = useState<Order | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<'unenroll' | 'move' | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const list = useFoundList({
    question: { sort: sortOf(order), ...filterOf({ search, moduleId }) },
    load: (query, paging) => api.call(listEnrolledStudents, { params: { id: testmoment.id, paging }, query }),
    follow: (next) => api.follow(listEnrolledStudents, next),
    renewedBy: testmoment,
  })
  const { shown, isLoading } = list
  const found = shown?.counts.found ?? 0
  const ticks = useTicks(found, filterOf({ search, moduleId }))
  const students = shown?.entities ?? []
  const counts = shown?.counts
  // The last of a module's students may have left while the list was narrowed to it.
  const isModuleGone = moduleId !== null && counts && !counts.modules.some(({ id }) => id === moduleId)
  if (isModuleGone) setModuleId(null)

  const stopAdding = () => {
    setIsAdding(false)
    requestAnimationFrame(() => adder.current?.focus())
  }
  const addButton = (
    <Button ref={adder} tone="create" icon="plus" onClick={() => setIsAdding(true)}>
      Studenten toevoegen
    </Button>
  )
  if (isAdding) return <AddStudents api={api} testmoment={testmoment} modules={modules} onClose={stopAdding} />
  return (
    <section className={styles.section} aria-label="Ingeschreven studenten">
      {counts && counts.students > 0 && <ModuleFilter counts={counts} moduleId={moduleId} onChoose={setModuleId} />}
      <div className={styles.head}>
        {counts && counts.students > 0 && <SearchField onSearch={setSearch} />}
        <div className={styles.tools}>
          {counts?.students !== 0 && addButton}
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
      {counts && counts.noted > 0 && <Absences testmomentId={testmoment.id} counts={counts} moduleId={moduleId} />}
      <ListFailure list={list} failed={texts.loadFailed} />
      {counts?.students === 0 && <EmptyList action={addButton}>{texts.nobody}</EmptyList>}
      {counts && counts.students > 0 && found === 0 && <Card>{texts.nobodyFound}</Card>}
      {found > 0 && (
        <div className={styles.list} aria-busy={isLoading}>
          <TickAll
            has={ticks.context.has}
            ids={students.map(({ id }) => id)}
            found={found}
            counted={studentsCounted(found)}
            onTick={ticks.tick}
            onClear={ticks.clear}
          >
            {!ticks.isAll && (
              <Button tone="quiet" onClick={ticks.tickAll}>
                Alle {found.toLocaleString('nl-NL')} die voldoen aanvinken
              </Button>
            )}
          </TickAll>
          <TicksContext value={ticks.context}>
            <StudentTable students={students} order={order} onOrder={setOrder} />
          </TicksContext>
          <LoadMoreButton list={list}>Meer studenten laden</LoadMoreButton>
        </div>
      )}
      <TickBar ticked={shown ? texts.ticked(ticks.count) : ''} count={ticks.count} onClear={ticks.clear}>
        <ServerButton onClick={() => setLeaving('move')}>Verplaatsen naar…</ServerButton>
        <ServerButton tone="danger" onClick={() => setLeaving('unenroll')}>
          Uitschrijven
        </ServerButton>
      </TickBar>
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

interface AbsencesProps {
  testmomentId: number
  counts: EnrolledCounts
  moduleId: number | null
}

/** Who was noted as absent, at each module too; and the way to write to them. */
function Absences({ testmomentId, counts, moduleId }: AbsencesProps) {
  const { absent, students } = counts.modules.find(({ id }) => id === moduleId) ?? counts
  const missed = counts.modules.filter((module) => module.absent > 0)
  return (
    <section className={styles.tools} aria-label="Afwezigheid">
      <p>
        <strong>{texts.absent(absent, students)}</strong>
        {moduleId === null && counts.noted < students && `, ${texts.notNoted(students - counts.noted)}`}
        {moduleId === null && missed.length > 0 && <br />}
        {moduleId === null && missed.map((module) => texts.absentAt(module)).join(' · ')}
      </p>
      {absent > 0 && (
        <WriteLink
          group={{ kind: 'absent', testmoment_id: testmomentId, ...(moduleId !== null && { module_id: moduleId }) }}
        >
          Bericht aan de afwezigen
        </WriteLink>
      )}
    </section>
  )
}

interface Narrowing {
  search: string
  moduleId: number | null
}

const filterOf = ({ search, moduleId }: Narrowing): StudentFilter => ({
  ...(search !== '' && { search }),
  ...(moduleId !== null && { module_id: moduleId }),
})
