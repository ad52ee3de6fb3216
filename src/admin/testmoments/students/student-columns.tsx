import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { EnrolledStudent } from '#domain/enrollments/enrolled-student.schema.ts'
import { classGroupLabel } from '#domain/users/user.texts.ts'
import { StudentCell } from '#src/parts/many/ticks.tsx'
import type { Column } from '#src/ui/table.tsx'

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

export const studentColumns: Column<EnrolledStudent>[] = [
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
