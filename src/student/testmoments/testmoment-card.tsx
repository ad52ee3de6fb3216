import { Link } from '@tanstack/react-router'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { momentObstacleTexts } from '#domain/enrollments/enrollment.texts.ts'
import { enrollmentBadge, slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import { frozenLineText } from '#domain/enrollments/waiting.texts.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { availabilityLabel, limitLabel } from '#domain/testmoments/testmoment.texts.ts'
import type { Seats } from '#src/enrollment/seats.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import { SeatsLabel, WaitingBadge } from '#src/parts/enrollment-choice/seats-view.tsx'
import { MomentName } from '#src/parts/moment-name.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { type TestmomentSummary, testmomentSummary } from './testmoment-choices.ts'
import styles from './testmoments-screen.module.css'

interface TestmomentCardProps {
  testmoment: Testmoment
  statuses: readonly KnownModuleStatus[]
  seats: Seats
  now: number
}

/** One moment: when, how the student stands with it, for what it is, and the way to change that. */
export function TestmomentCard({ testmoment, statuses, seats, now }: TestmomentCardProps) {
  const summary = testmomentSummary(testmoment, { statuses, seats, now })
  const label = whenAndWhereLabel(testmoment, now)
  return (
    <article className={styles.card} data-taken={summary.taken.length > 0}>
      <h2 className={styles.when}>
        <MomentName moment={testmoment} now={now} />
      </h2>
      <div className={styles.status}>
        <TestmomentStatus summary={summary} />
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
        {testmoment.seats > 0 && (
          <div>
            <dt>Plaatsen</dt>
            <dd>
              <SeatsLabel {...summary} />
            </dd>
          </div>
        )}
      </dl>
      <TestmomentAction testmomentId={testmoment.id} label={label} summary={summary} />
    </article>
  )
}

/** What matters most comes first, and stands out: being enrolled, else that something can be chosen, now or soon. */
function TestmomentStatus({ summary }: { summary: TestmomentSummary }) {
  const { taken, unanswered, waiting, planned } = summary
  const isSaid = taken.length === 0 && planned?.change === 'opening'
  return (
    <>
      {unanswered.map((text) => (
        <Badge key={text} tone="warning" icon="clock">
          {text}
        </Badge>
      ))}
      {taken.length > 0 ? (
        <Badge tone="success" icon="check">
          {enrollmentBadge(taken.join(', '))}
        </Badge>
      ) : (
        unanswered.length === 0 && waiting.length === 0 && <NotEnrolled summary={summary} />
      )}
      {waiting.map((entry) => (
        <WaitingBadge key={entry.id} entry={entry} of={{ module: entry.module_name }} isToMove={entry.moves} />
      ))}
      <RoomLine summary={summary} />
      {planned && !isSaid && <PlannedChangeLine {...planned} />}
    </>
  )
}

function NotEnrolled({ summary: { obstacle, planned } }: { summary: TestmomentSummary }) {
  if (planned?.change === 'opening') return <PlannedChangeLine {...planned} standsOut />
  return (
    <Badge tone={obstacle ? 'neutral' : 'accent'} icon={obstacle ? 'minus' : 'calendar'}>
      {obstacle ? enrollmentBadge(null) : 'Nu open'}
    </Badge>
  )
}

function RoomLine({ summary: { obstacle, slots, free, waiting } }: { summary: TestmomentSummary }) {
  const isWaiting = waiting.length > 0
  // They are on the list already; and without a limit on modules the seats alone are what there is room for.
  if (obstacle === 'full' ? isWaiting : !obstacle && free !== undefined && slots === Number.POSITIVE_INFINITY)
    return null
  const text = isWaiting && obstacle === 'closed' ? frozenLineText : obstacle && obstacleTexts[obstacle]
  return (
    <StatusLine tone="neutral" icon={obstacle ? iconOf[obstacle] : 'info'}>
      {text ?? slotsLabel(slots)}
    </StatusLine>
  )
}

const iconOf = {
  closed: 'lock',
  'nothing-offered': 'info',
  'all-completed': 'done',
  'no-slots-left': 'info',
  full: 'info',
  'taken-elsewhere': 'info',
} satisfies Record<NonNullable<TestmomentSummary['obstacle']>, IconName>

const obstacleTexts = {
  ...momentObstacleTexts,
  'taken-elsewhere': 'Voor alles wat je hier kunt kiezen ben je al op een ander moment ingeschreven.',
} satisfies Record<NonNullable<TestmomentSummary['obstacle']>, string>

interface TestmomentActionProps {
  testmomentId: number
  label: string
  summary: TestmomentSummary
}

/** Opens the moment's dialog, also where nothing can be changed now: the dialog says why. */
const TestmomentAction = ({ testmomentId, label, summary }: TestmomentActionProps) => (
  <Link
    to="/student/testmoments"
    search={{ moment: testmomentId }}
    state={{ openedDialog: true }}
    resetScroll={false}
    className={styles.open}
    data-changeable={summary.isChangeable}
  >
    Wijzigen
    <VisuallyHidden> van {label}</VisuallyHidden>
    <Icon name="chevron" />
  </Link>
)
