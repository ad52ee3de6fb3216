import { Link } from '@tanstack/react-router'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { TestmomentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import { PlannedNote } from '#src/parts/clock/planned-note.tsx'
import { Badge } from '#src/ui/status.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

interface MomentCardProps {
  schoolyearId: number
  entry: TestmomentStatisticsEntry
}

export const MomentCard = ({ schoolyearId, entry }: MomentCardProps) => (
  <div className={styles.moment}>
    <h3>
      <Link
        to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
        params={{ schoolyearId: String(schoolyearId), testmomentId: String(entry.testmoment.id) }}
      >
        {momentLabel(entry.testmoment, Date.now())}
      </Link>
    </h3>
    <p>{texts.counts(entry)}</p>
    {entry.testmoment.enrollments_enabled ? (
      <Badge tone="success" icon="check">
        Open
      </Badge>
    ) : (
      <Badge tone="neutral" icon="lock">
        Gesloten
      </Badge>
    )}
    <PlannedNote testmoment={entry.testmoment} />
  </div>
)
