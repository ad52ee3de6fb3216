import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { PlaceLine } from '#src/parts/enrollment-choice/seats-view.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { ModuleLinks } from './module-links.tsx'
import rows from './now-section.module.css'

interface WaitingRowsProps {
  statuses: readonly ModuleStatus[]
  testmoments: readonly Testmoment[]
  waiting: readonly WaitingEntry[]
  now: number
}

/** Where the student waits for a seat, below where they have one. */
export const WaitingRows = ({ statuses, testmoments, waiting, now }: WaitingRowsProps) => (
  <ul className={rows.rows}>
    {testmoments.toSorted(byStart).map((testmoment) => {
      const entries = waiting.filter(({ testmoment_id }) => testmoment_id === testmoment.id)
      const [first] = entries
      if (!first) return null
      const modules = statuses.filter(({ module }) => entries.some(({ module_id }) => module_id === module.id))
      return (
        <li key={testmoment.id} className={rows.row}>
          <strong>{momentLabel(testmoment, now)}</strong>
          <StatusLine tone="accent" icon="clock">
            Op de wachtlijst
          </StatusLine>
          <TimeAndPlace moment={testmoment} />
          <p className={rows.planned}>
            <PlaceLine entry={first} moment={testmoment} now={now} />
          </p>
          <ModuleLinks modules={modules.map(({ module }) => module)} label="Modules op de wachtlijst" />
        </li>
      )
    })}
  </ul>
)
