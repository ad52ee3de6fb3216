import { momentLabel } from '#domain/calendar/date-labels.ts'
import { futureEnrollment } from '#domain/module/module-status.rules.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import { byStart, isOpen } from '#domain/testmoment/testmoment.rules.ts'
import { Card } from '#src/ui/card/card.tsx'
import { StatusLine } from '#src/ui/status/status.tsx'
import styles from './now-section.module.css'

/** The student's coming tests, the first one first. */
export function OwnEnrollments({ statuses, now }: { statuses: readonly ModuleStatus[]; now: number }) {
  const coming = statuses
    .flatMap((status) => {
      const enrollment = futureEnrollment(status, now)
      return enrollment ? [{ module: status.module, testmoment: enrollment.testmoment }] : []
    })
    .sort((one, other) => byStart(one.testmoment, other.testmoment))

  return (
    <Card>
      <h2>Jouw inschrijvingen</h2>
      {coming.length === 0 && <p className={styles.empty}>Je bent nu nergens voor ingeschreven.</p>}
      <ul className={styles.rows}>
        {coming.map(({ module, testmoment }) => (
          <li key={module.id} className={styles.row}>
            <p className={styles.line}>
              <strong>{momentLabel(testmoment)}</strong>
              <span>{module.name}</span>
            </p>
            {isOpen(testmoment, now) ? (
              <StatusLine tone="success" icon="check">
                Ingeschreven, te wijzigen
              </StatusLine>
            ) : (
              <StatusLine tone="success" icon="lock">
                Ingeschreven, ligt vast
              </StatusLine>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
