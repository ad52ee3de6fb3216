import { Link } from '@tanstack/react-router'
import { createContext, memo, use } from 'react'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel, instantLabel } from '#domain/calendar/date-labels.ts'
import type { EnrolledStudent } from '#domain/enrollments/enrolled-student.schema.ts'
import { registerLabel } from '#domain/users/names.ts'
import { type Column, type Order, Table } from '#src/ui/table.tsx'
import styles from './students.module.css'

export interface Ticks {
  has: (id: number) => boolean
  toggle: (id: number) => void
}

/** Apart from the rows: a tick renews the boxes, and not the hundreds of rows that they stand in. */
export const TicksContext = createContext<Ticks>({ has: () => false, toggle: () => undefined })

interface StudentTableProps {
  students: readonly EnrolledStudent[]
  order: Order | null
  onOrder: (order: Order | null) => void
}

/** Who is enrolled; sorted by the server. */
export const StudentTable = memo(({ students, order, onOrder }: StudentTableProps) => (
  <Table
    caption="Ingeschreven studenten"
    rows={students}
    keyOf={({ id }) => id}
    ordering={{ order, onOrder }}
    columns={columns}
  />
))

function Tick({ student }: { student: EnrolledStudent }) {
  const { has, toggle } = use(TicksContext)
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={has(student.id)}
        aria-label={`${registerLabel(student)} aanvinken`}
        onChange={() => toggle(student.id)}
      />
    </label>
  )
}

const Student = ({ student }: { student: EnrolledStudent }) => (
  <span className={styles.student}>
    <Tick student={student} />
    <span>
      <Link to="/user/$userId/edit" params={{ userId: String(student.id) }} className={styles.name}>
        {registerLabel(student)}
      </Link>
      <span className={styles.address}>{student.username}</span>
    </span>
  </span>
)

type Test = EnrolledStudent['enrollments'][number]

const madeBy = ({ maker, maker_name }: Test): string => {
  if (maker === 'student') return 'zelf'
  if (maker === 'automatic') return 'automatisch'
  return maker === 'administrator' ? `door ${maker_name ?? 'een docent'}` : ''
}

/** Once where all of it was made on one day by one person, else behind each module. */
function Made({ tests }: { tests: readonly Test[] }) {
  const now = Date.now()
  const lines = tests.map((test) => ({
    ...test,
    label: [dateLabel(dayOf(Date.parse(test.created_at)), now), madeBy(test)].filter(Boolean).join(', '),
  }))
  const isAlike = lines.every(({ label }) => label === lines[0]?.label)
  return (
    <ul className={styles.made}>
      {(isAlike ? lines.slice(0, 1) : lines).map(({ id, module_name, created_at, label }) => (
        <li key={id} title={instantLabel(created_at, now)}>
          {!isAlike && `${module_name}: `}
          {label}
        </li>
      ))}
    </ul>
  )
}

const always = () => ''

const columns: Column<EnrolledStudent>[] = [
  { key: 'name', label: 'Naam', sortBy: always, cell: (student) => <Student student={student} /> },
  {
    key: 'student_number',
    label: 'Studentnummer',
    sortBy: always,
    cell: ({ student_number }) => <span className={styles.number}>{student_number ?? '—'}</span>,
  },
  {
    key: 'department',
    label: 'Studierichting',
    sortBy: always,
    cell: ({ department }) => <span className={styles.words}>{department ?? '—'}</span>,
  },
  {
    key: 'modules',
    label: 'Modules',
    cell: ({ enrollments }) => enrollments.map(({ module_name }) => module_name).join(', '),
  },
  {
    key: 'enrolled',
    label: 'Ingeschreven',
    sortBy: always,
    cell: ({ enrollments }) => <Made tests={enrollments} />,
  },
]
