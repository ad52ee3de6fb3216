import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { availabilityLabel, limitLabel } from '#domain/testmoments/testmoment.texts.ts'
import { MomentAction } from './moment-action.tsx'
import styles from './moment-card.module.css'
import { momentStanding } from './moment-standing.ts'
import { MomentStatus } from './moment-status.tsx'

interface MomentCardProps {
  testmoment: Testmoment
  statuses: readonly KnownModuleStatus[]
  now: number
}

/** One moment: when, how the student stands with it, for what it is, and the way to change that. */
export function MomentCard({ testmoment, statuses, now }: MomentCardProps) {
  const standing = momentStanding(testmoment, { statuses, now })
  const label = momentLabel(testmoment, now)
  return (
    <article className={styles.card} data-taken={standing.taken.length > 0}>
      <h2 className={styles.when}>{label}</h2>
      <div className={styles.standing}>
        <MomentStatus standing={standing} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Modules</dt>
          <dd>{availabilityLabel.list(testmoment.modules.map(({ name }) => name))}</dd>
        </div>
        <div>
          <dt>Limiet</dt>
          <dd>{limitLabel(testmoment.max_enrollments)}</dd>
        </div>
      </dl>
      <MomentAction testmomentId={testmoment.id} label={label} standing={standing} />
    </article>
  )
}
