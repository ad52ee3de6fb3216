import { memo } from 'react'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel, instantLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { StudentCell } from '../students/list-tools.tsx'
import styles from '../students/students.module.css'
import { obstacleLabel, waitingTexts as texts } from './waiting.texts.ts'

/** The line of a moment, in its order. */
export const WaitingTable = memo(({ entries }: { entries: readonly WaitingStudent[] }) => (
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
