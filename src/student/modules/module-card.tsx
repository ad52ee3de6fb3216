import { Link } from '@tanstack/react-router'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import { enrollmentBadge, unansweredTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Badge } from '#src/ui/status.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './module-card.module.css'

/** The whole card opens the module's dialog, by one link that covers it. */
export function ModuleCard({ status, now }: { status: KnownModuleStatus; now: number }) {
  const { module, unanswered } = status
  const enrolled = futureEnrollment(status, now)
  return (
    <article className={styles.card}>
      <h3>{module.name}</h3>
      <p className={styles.description}>{module.description}</p>
      {unanswered ? (
        <Badge tone="warning" icon="clock">
          {unansweredTexts[unanswered.wish].card(momentLabel(unanswered.testmoment, now))}
        </Badge>
      ) : (
        <Badge tone={enrolled ? 'success' : 'neutral'} icon={enrolled ? 'check' : 'minus'}>
          {enrollmentBadge(enrolled && momentLabel(enrolled.testmoment, now))}
        </Badge>
      )}
      <Link
        to="/student/modules"
        search={{ module: module.id }}
        state={{ openedDialog: true }}
        resetScroll={false}
        className={styles.open}
      >
        Toetsmomenten
        <VisuallyHidden> van module {module.name}</VisuallyHidden>
        <Icon name="chevron" />
      </Link>
    </article>
  )
}
