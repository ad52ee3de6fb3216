import { type ReactNode, useRef, useState } from 'react'
import type { QueryOf } from '#contract/endpoint.ts'
import { listEnrolledStudents } from '#contract/enrolled-students.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { EnrolledCounts, EnrolledStudent } from '#domain/enrollments/enrolled-student.schema.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { countedStudents } from '#domain/entities/counts.texts.ts'
import { dotted } from '#domain/entities/dotted.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { classGroupLabel } from '#domain/users/user.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { TitleTools } from '#src/parts/layout/title-tools.tsx'
import { useFoundList } from '#src/parts/list-page/found-list.tsx'
import { EmptyList, ListTable } from '#src/parts/list-page/list-page.tsx'
import { groupOf, StudentCell, TickBar, useTicks } from '#src/parts/many/ticks.tsx'
import { WriteLink } from '#src/parts/messages/write-link.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { Button } from '#src/ui/button.tsx'
import type { Column } from '#src/ui/table.tsx'
import { ChecklistsButton, NarrowedList, useNarrowing } from '../moment-students.tsx'
import { AddStudents } from './add-students.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { studentsTexts as texts } from './students.texts.ts'

interface StudentsSectionProps {
  testmoment: ManagedTestmoment
  modules: readonly Module[] | null
  /** counts of the moment; null while another tab is in sight */
  counted: ReactNode
}

type Sort = NonNullable<QueryOf<typeof listEnrolledStudents>['sort']>

export function StudentsSection({ testmoment, modules, counted }: StudentsSectionProps) {
  const api = useApi()
  const narrowing = useNarrowing()
  const { filter, moduleId, ofModule } = narrowing
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<'unenroll' | 'move' | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const list = useFoundList({
    question: filter,
    // Sorted by name, as Dutch lists are, by default.
    load: (paging, sort: Sort = 'name') =>
      api.call(listEnrolledStudents, { params: { id: testmoment.id, paging }, query: { sort, ...filter } }),
    follow: (next) => api.follow(listEnrolledStudents, next),
    renewedBy: testmoment,
  })
  const { counts } = list
  const found = counts?.found ?? 0
  const ticks = useTicks(found, filter)

  const stopAdding = () => {
    setIsAdding(false)
    requestAnimationFrame(() => adder.current?.focus())
  }
  const addButton = (
    <Button ref={adder} tone="create" icon="plus" onClick={() => setIsAdding(true)}>
      {texts.addTitle}
    </Button>
  )
  if (isAdding)
    return (
      <div data-layout="stack 2">
        {counted}
        <AddStudents testmoment={testmoment} modules={modules} onClose={stopAdding} />
      </div>
    )
  return (
    <section data-layout="stack 1" aria-label={texts.caption}>
      {counted && counts?.students !== 0 && (
        <TitleTools>
          <div>{addButton}</div>
        </TitleTools>
      )}
      <NarrowedList
        list={list}
        narrowing={narrowing}
        texts={texts}
        tools={
          <>
            {counts && counts.students > 0 && (
              <WriteLink group={{ kind: 'testmoment', testmoment_id: testmoment.id, ...ofModule }} />
            )}
            <ChecklistsButton testmomentId={testmoment.id} links={testmoment._links} />
          </>
        }
        notice={
          counts && counts.noted > 0 && <Absences testmomentId={testmoment.id} counts={counts} narrowing={narrowing} />
        }
        empty={<EmptyList action={addButton}>{texts.nobody}</EmptyList>}
      >
        <ListTable
          list={list}
          caption={texts.caption}
          columns={studentColumns}
          more={texts.more}
          isDense
          ticking={{
            ticks,
            found,
            counted: Object.keys(filter).length > 0 ? countedStudents(found) : counted,
            everyone: texts.tickAll(found),
          }}
        />
      </NarrowedList>
      <TickBar ticks={ticks} ticked={list.shown ? texts.ticked(ticks.count) : ''}>
        <ServerButton onClick={() => setLeaving('move')}>{texts.moveTo}</ServerButton>
        <ServerButton tone="danger" onClick={() => setLeaving('unenroll')}>
          {texts.unenroll}
        </ServerButton>
      </TickBar>
      {leaving && (
        <LeaveDialog
          kind={leaving}
          testmoment={testmoment}
          group={groupOf(ticks.ticked, filter)}
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
  narrowing: ReturnType<typeof useNarrowing>
}

/** Counts of absent students, in total and by module, with a link to write to them. */
function Absences({ testmomentId, counts, narrowing: { moduleId, ofModule } }: AbsencesProps) {
  const { absent, students } = counts.modules.find(({ id }) => id === moduleId) ?? counts
  const missed = counts.modules.filter((module) => module.absent > 0)
  return (
    <section data-layout="row 3" aria-label="Afwezigheid">
      <p>
        <strong>{texts.absent(absent, students)}</strong>
        {moduleId === null && counts.noted < students && <span>{`, ${texts.notNoted(students - counts.noted)}`}</span>}
        {moduleId === null && missed.length > 0 && <br />}
        {moduleId === null && <span>{dotted(missed.map((module) => texts.absentAt(module)))}</span>}
      </p>
      {absent > 0 && (
        <WriteLink group={{ kind: 'absent', testmoment_id: testmomentId, ...ofModule }}>{texts.toAbsentees}</WriteLink>
      )}
    </section>
  )
}

type Test = EnrolledStudent['enrollments'][number]

const madeBy = ({ maker, maker_name }: Test): string => {
  if (maker === 'student') return 'zelf'
  if (maker === 'automatic') return 'automatisch'
  if (maker === 'waiting-list') return 'via de wachtlijst'
  return maker === 'administrator' ? `door ${maker_name ?? 'een docent'}` : ''
}

/** One line if all enrollments were made on one day by one person, else a line per module. */
function Made({ tests }: { tests: readonly Test[] }) {
  const now = Date.now()
  const lines = tests.map((test) => ({
    ...test,
    label: [dateLabel(dayOf(Date.parse(test.created_at)), now), madeBy(test)].filter(Boolean).join(', '),
  }))
  const isAlike = lines.every(({ label }) => label === lines[0]?.label)
  return (
    <ul data-layout="grid 1">
      {(isAlike ? lines.slice(0, 1) : lines).map(({ id, module_name, created_at, label }) => (
        <li key={id} title={instantLabel(created_at, now)}>
          {isAlike ? label : `${module_name}: ${label}`}
        </li>
      ))}
    </ul>
  )
}

const studentColumns: Column<EnrolledStudent>[] = [
  {
    key: 'name',
    label: 'Naam',
    sortBy: 'server',
    cell: (student) => <StudentCell id={student.id} student={student} />,
  },
  {
    key: 'student_number',
    label: 'Studentnr.',
    sortBy: 'server',
    cell: ({ student_number }) => <span data-text="figures nowrap">{student_number ?? '—'}</span>,
  },
  {
    key: 'department',
    label: 'Studierichting',
    least: [8.5, 12],
    sortBy: 'server',
    cell: ({ department, class_group }) => (
      <div>
        <span>{department ?? '—'}</span>
        {class_group && <p data-text="small muted">{classGroupLabel(class_group)}</p>}
      </div>
    ),
  },
  {
    key: 'modules',
    label: 'Modules',
    cell: ({ enrollments }) => enrollments.map(({ module_name }) => module_name).join(', '),
  },
  {
    key: 'enrolled',
    label: 'Ingeschreven',
    sortBy: 'server',
    cell: ({ enrollments }) => <Made tests={enrollments} />,
  },
]
