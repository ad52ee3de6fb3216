import { Link, lazyRouteComponent } from '@tanstack/react-router'
import { memo, Suspense, useState } from 'react'
import { momentLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import type { KnownModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentBadge, unansweredCardTexts } from '#domain/enrollments/enrollment-card.texts.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './module-list.module.css'
import { type ComingTest, isSettled } from './modules-overview.ts'

const WaitingBadges = lazyRouteComponent(() => import('#src/parts/enrollment-choice/seats-view.tsx'), 'WaitingBadges')
const ModuleNotices = lazyRouteComponent(() => import('./waiting-notices.tsx'), 'ModuleNotices')
const ModuleSearch = lazyRouteComponent(() => import('./module-search.tsx'), 'ModuleSearch')

/** `statuses` are those of the modules that the student has not completed. */
export interface ModuleListProps extends AgreedLists {
  lists: StudentLists
  next: ComingTest | null
  now: number
}

const MODULES_WITH_SEARCH = 13

/**
 * The student's modules that are not completed. Modules settled before the list appeared are below those that can still be
 * chosen; a module settled now stays where it is, under the student's hand.
 */
export function ModuleList(props: ModuleListProps) {
  const { statuses, now } = props
  const [wanted, setWanted] = useState('')
  const [settledAtFirst] = useState(
    () => new Set(statuses.filter((status) => isSettled(status, now)).map(({ module }) => module.id)),
  )
  if (statuses.length === 0) return null
  const isLast = ({ module }: KnownModuleStatus) => Number(settledAtFirst.has(module.id))
  const found = statuses
    .filter(({ module }) => isWanted(module, wanted))
    .sort((one, other) => isLast(one) - isLast(other))
  return (
    <section data-layout="grid 3 top">
      <h2>Jouw modules</h2>
      <Suspense fallback={<div className={styles.searchShape} />}>
        {statuses.length >= MODULES_WITH_SEARCH && (
          <ModuleSearch wanted={wanted} found={found.length} onWanted={setWanted} />
        )}
      </Suspense>
      <Cards {...props} statuses={found} />
    </section>
  )
}

const isWanted = ({ name, description }: KnownModuleStatus['module'], wanted: string): boolean =>
  `${name} ${description}`.toLowerCase().includes(wanted.trim().toLowerCase())

const Cards = ({ statuses, ...rest }: ModuleListProps) =>
  statuses.length > 0 && (
    <ul className={styles.grid}>
      {statuses.map((status) => (
        <li key={status.module.id}>
          <ModuleCard status={status} {...rest} />
        </li>
      ))}
    </ul>
  )

interface ModuleCardProps extends Omit<ModuleListProps, 'statuses'> {
  status: KnownModuleStatus
}

/** The whole card opens the module's dialog, through one link that covers it. */
const ModuleCard = memo(function ModuleCard({ status, testmoments, seats, lists, next, now }: ModuleCardProps) {
  const { module, unanswered } = status
  const enrolled = futureEnrollment(status, now)
  const waiting = seats?.waiting ?? []
  const isWaiting = waiting.some(({ module_id }) => module_id === module.id)
  return (
    <article className={styles.card} data-settled={enrolled !== null}>
      <div className={styles.head}>
        <h3 translate="no">{module.name}</h3> <p data-text="small muted">{module.description}</p>
      </div>
      {unanswered ? (
        <StatusLine tone="warning" icon="clock">
          {unansweredCardTexts[unanswered.wish](whenAndWhereLabel(unanswered.testmoment, now))}
        </StatusLine>
      ) : (
        (enrolled || !isWaiting) && (
          <StatusLine tone={enrolled ? 'success' : 'neutral'} icon={enrolled ? 'enrolled' : 'minus'}>
            {enrollmentBadge(enrolled && momentLabel(enrolled.testmoment, now))}
          </StatusLine>
        )
      )}
      {isWaiting && (
        <Suspense>
          <WaitingBadges
            waiting={waiting}
            moduleId={module.id}
            testmoments={testmoments}
            isToMove={enrolled !== null}
            now={now}
          />
        </Suspense>
      )}
      <Link
        to="/student/modules"
        search={{ module: module.id }}
        state={{ openedDialog: true }}
        resetScroll={false}
        className={styles.open}
        data-covers
      >
        <VisuallyHidden>{`Toetsmomenten van module ${module.name}`}</VisuallyHidden>
        <Icon name="chevron" />
      </Link>
      {seats && (
        <Suspense>
          <ModuleNotices lists={lists} moduleId={module.id} next={next} now={now} />
        </Suspense>
      )}
    </article>
  )
})
