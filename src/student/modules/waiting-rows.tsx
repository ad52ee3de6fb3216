import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { ModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import { PlaceLine } from '#src/parts/enrollment-choice/seats-view.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { MomentRow } from './moment-row.tsx'
import styles from './now.module.css'

interface WaitingRowsProps {
  statuses: readonly ModuleStatus[]
  testmoments: readonly Testmoment[]
  waiting: readonly WaitingEntry[]
  now: number
}

/** Moments at which the student waits for a seat. */
export const WaitingRows = ({ statuses, testmoments, waiting, now }: WaitingRowsProps) => (
  <Card>
    <h2>Op de wachtlijst</h2>
    <ul className={styles.rows} aria-label="Op de wachtlijst">
      {testmoments.toSorted(byStart).map((testmoment) => {
        const entries = waiting.filter(({ testmoment_id }) => testmoment_id === testmoment.id)
        const [first] = entries
        if (!first) return null
        const modules = statuses.filter(({ module }) => entries.some(({ module_id }) => module_id === module.id))
        return (
          <MomentRow
            key={testmoment.id}
            moment={testmoment}
            state="full"
            modules={modules.map(({ module }) => module)}
            now={now}
          >
            <StatusLine tone="accent" icon="clock">
              <PlaceLine entry={first} moment={testmoment} now={now} />
            </StatusLine>
          </MomentRow>
        )
      })}
    </ul>
  </Card>
)
