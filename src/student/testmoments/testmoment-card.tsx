import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { momentObstacleTexts } from '#domain/enrollments/enrollment.texts.ts'
import { enrollmentBadge } from '#domain/enrollments/enrollment-card.texts.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { frozenLineText } from '#domain/enrollments/waiting.texts.ts'
import { availabilityLabel, limitLabel, someNames } from '#domain/testmoments/testmoment-list.texts.ts'
import { OpenUntil, PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import type { TileState } from '#src/parts/date-tile.tsx'
import { ChairLine } from '#src/parts/enrollment-choice/chair-line.tsx'
import { EnrolledLine } from '#src/parts/enrollment-choice/enrolled-line.tsx'
import { SeatsLabel, WaitingBadge } from '#src/parts/enrollment-choice/seats-view.tsx'
import { LED_BY_TILE, TiledName } from '#src/parts/tiled-name.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { TestmomentSummary } from './testmoment-choices.ts'
import styles from './testmoments-screen.module.css'

interface TestmomentCardProps {
  testmoment: Testmoment
  summary: TestmomentSummary
  now: number
  /** outcomes of the student's waiting here */
  children: ReactNode
}

/** One moment: its time, the student's status, its modules, and a button to change the enrollment. */
export function TestmomentCard({ testmoment, summary, now, children }: TestmomentCardProps) {
  const { obstacle, slots, free, seated, planned } = summary
  const names = testmoment.modules.map(({ name }) => name)
  const isClosed = obstacle === 'closed'
  const isOwnAndClosed = isClosed && summary.taken.length > 0
  const isRoomSaid = Number.isFinite(slots) && slots > 0 && obstacle === null
  return (
    <article
      className={`${LED_BY_TILE} ${styles.card}`}
      data-layout="stack 1 top"
      data-text="figures"
      data-box
      data-closed={isClosed}
      data-own={isOwnAndClosed}
    >
      <h2 className={styles.when} data-text="base">
        <TiledName moment={testmoment} state={tileOf(summary)} now={now} />
      </h2>
      <div data-layout="grid 1 left">
        <TestmomentStatus summary={summary} saysObstacle={!isOwnAndClosed} />
        {summary.isChangeable && !summary.planned && <OpenUntil moment={testmoment} now={now} />}
      </div>
      {children}
      <Facts
        facts={[
          isOwnAndClosed && { term: 'Inschrijvingen', value: obstacleTexts.closed },
          {
            term: 'Modules',
            value: (isClosed && names.length > 0 ? someNames : availabilityLabel.list)(names),
          },
          {
            term: 'Limiet',
            value: `${limitLabel(testmoment.max_enrollments)}${isRoomSaid ? `, je mag er nog ${slots} kiezen` : ''}`,
          },
          // Not if it is full, which the status shows already, or closed, when seats do not matter.
          testmoment.seats > 0 &&
            obstacle !== 'full' &&
            (!isClosed || planned?.change === 'opening') && {
              term: 'Plaatsen',
              value: <SeatsLabel free={free} seated={seated} />,
            },
        ]}
      />
      <TestmomentAction
        testmomentId={testmoment.id}
        label={whenAndWhereLabel(testmoment, now)}
        isChangeable={summary.isChangeable}
        isOwn={summary.taken.length + summary.waiting.length > 0}
      />
    </article>
  )
}

function tileOf({ taken, waiting, obstacle, isChangeable }: TestmomentSummary): TileState {
  if (taken.length > 0) return 'own'
  if (waiting.length > 0 || obstacle === 'full') return 'full'
  return isChangeable ? 'open' : 'closed'
}

/** Most important fact first, which stands out: being enrolled, or else that something can be chosen, now or soon. */
function TestmomentStatus({ summary, saysObstacle }: { summary: TestmomentSummary; saysObstacle: boolean }) {
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
        <>
          <EnrolledLine>{enrollmentBadge(taken.join(', '))}</EnrolledLine>
          <ChairLine chair={summary.chair} />
        </>
      ) : (
        unanswered.length === 0 && waiting.length === 0 && <NotEnrolled summary={summary} />
      )}
      {waiting.map((entry) => (
        <WaitingBadge key={entry.id} entry={entry} of={{ module: entry.module_name }} isToMove={entry.moves} />
      ))}
      {saysObstacle && <ObstacleLine summary={summary} />}
      {planned && !isSaid && <PlannedChangeLine {...planned} />}
    </>
  )
}

function NotEnrolled({ summary: { obstacle, planned } }: { summary: TestmomentSummary }) {
  if (planned?.change === 'opening') return <PlannedChangeLine {...planned} standsOut />
  // The next line says so, and why.
  if (obstacle === 'closed') return null
  return (
    <StatusLine tone={obstacle ? 'neutral' : 'accent'} icon={obstacle ? 'minus' : 'calendar'}>
      <strong>{obstacle ? enrollmentBadge(null) : 'Nu open'}</strong>
    </StatusLine>
  )
}

function ObstacleLine({ summary: { obstacle, waiting } }: { summary: TestmomentSummary }) {
  const isWaiting = waiting.length > 0
  // A student who waits needs no line that says the moment is full.
  if (!obstacle || (obstacle === 'full' && isWaiting)) return null
  return (
    <StatusLine tone="neutral" icon={iconOf[obstacle]}>
      {isWaiting && obstacle === 'closed' ? frozenLineText : obstacleTexts[obstacle]}
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
  isChangeable: boolean
  /** the student takes a module there, or waits for it */
  isOwn: boolean
}

/** Opens the moment's dialog, also where nothing can be changed now: the dialog says why. All of the card can be pressed. */
const TestmomentAction = ({ testmomentId, label, isChangeable, isOwn }: TestmomentActionProps) => (
  <Link
    to="/student/testmoments"
    search={{ moment: testmomentId }}
    state={{ openedDialog: true }}
    resetScroll={false}
    className={styles.open}
    data-layout="inline 1"
    data-text="muted strong plain"
    data-covers
    data-changeable={isChangeable}
  >
    {!isChangeable ? 'Bekijken' : isOwn ? 'Wijzigen' : 'Kiezen'}
    <VisuallyHidden>: {label}</VisuallyHidden>
    <Icon name="chevron" />
  </Link>
)
