import { momentLabel } from '#domain/calendar/date-labels.ts'
import { unansweredLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { comingTests } from './coming-tests.ts'
import { ModuleLinks } from './module-links.tsx'
import styles from './now-section.module.css'

export function OwnEnrollments({ statuses, now }: { statuses: readonly KnownModuleStatus[]; now: number }) {
  const coming = comingTests(statuses, now)
  const isSure = statuses.every(({ unanswered }) => !unanswered)
  return (
    <Card>
      <h2>Jouw inschrijvingen</h2>
      {coming.length === 0 && isSure && <p className={styles.empty}>Je bent nu nergens voor ingeschreven.</p>}
      <ul className={styles.rows}>
        {statuses.map(
          ({ module, unanswered }) =>
            unanswered && (
              <li key={`?${module.id}`} className={styles.row}>
                <strong>{momentLabel(unanswered.testmoment, now)}</strong>
                <StatusLine tone="warning" icon="clock">
                  {unansweredLabel}
                </StatusLine>
                <ModuleLinks modules={[module]} label="Modules" />
              </li>
            ),
        )}
        {coming.map(({ testmoment, modules }) => (
          <li key={testmoment.id} className={styles.row}>
            <strong>{momentLabel(testmoment, now)}</strong>
            {isOpen(testmoment, now) ? (
              <StatusLine tone="success" icon="check">
                Nog te wijzigen
              </StatusLine>
            ) : (
              <StatusLine tone="neutral" icon="lock">
                Nu niet te wijzigen
              </StatusLine>
            )}
            <ModuleLinks modules={modules} label="Modules" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
