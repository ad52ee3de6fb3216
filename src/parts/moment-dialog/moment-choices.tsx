import { slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { plannedChange } from '#domain/testmoments/testmoment.rules.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { limitLabel, momentObstacleTexts } from '#domain/testmoments/testmoment.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { PlannedChangeLine } from '../clock/clock.tsx'
import { LaterPushOffer } from '../later-push-offer.tsx'
import { choicesAtMoment, isClosed, slotsAtMoment, whyNothing } from './choices-at-moment.ts'
import { ModuleChoice } from './module-choice.tsx'
import styles from './moment-choices.module.css'

export interface MomentChoicesProps {
  api: Api
  user: User
  /** the moment it is about */
  testmoment: Testmoment
  statuses: readonly KnownModuleStatus[]
  /** the server's time, in milliseconds since the epoch */
  now: number
  onClose: () => void
}

export function MomentChoices({ api, user, testmoment, statuses, now, onClose }: MomentChoicesProps) {
  const enrollment = useEnrollment(onClose)
  const choices = choicesAtMoment(testmoment, { statuses, now })
  const closed = isClosed(choices)
  const planned = plannedChange(testmoment, now)

  if (choices.length === 0) return <p>{momentObstacleTexts[whyNothing(testmoment, statuses)]}</p>
  return (
    <div className={styles.content}>
      <p className={styles.limit}>
        <span>{limitLabel(testmoment.max_enrollments)}</span>
        {testmoment.max_enrollments > 0 && <span>{slotsLabel(slotsAtMoment(testmoment, statuses))}</span>}
      </p>
      {closed && (
        <StatusLine tone="neutral" icon="lock">
          {momentObstacleTexts.closed}
        </StatusLine>
      )}
      {planned && !(closed && planned.change === 'closing') && <PlannedChangeLine {...planned} />}
      <ul className={styles.choices}>
        {choices.map(({ module, choice }) => (
          <ModuleChoice
            key={module.id}
            api={api}
            choice={choice}
            user={user}
            module={module}
            enrollment={enrollment}
            now={now}
          />
        ))}
      </ul>
      {(closed || choices.some(({ choice }) => choice.enrollment)) && <LaterPushOffer />}
    </div>
  )
}
