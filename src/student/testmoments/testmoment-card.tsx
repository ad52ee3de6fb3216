import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { closesAt, type PlannedChange } from '#domain/enrollments/enrollment.rules.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { momentObstacleTexts, noSlotsText } from '#domain/enrollments/enrollment.texts.ts'
import { enrollmentBadge } from '#domain/enrollments/enrollment-card.texts.ts'
import { frozenLineText } from '#domain/enrollments/waiting.texts.ts'
import { DOT } from '#domain/entities/dotted.ts'
import { chairLocation } from '#domain/rooms/chair.texts.ts'
import { availabilityLabel, limitLabel, someNames } from '#domain/testmoments/testmoment-list.texts.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import type { TileState } from '#src/parts/date-tile.tsx'
import { EnrolledLine } from '#src/parts/enrollment-choice/enrolled-line.tsx'
import { SeatsLabel, WaitingBadge } from '#src/parts/enrollment-choice/seats-view.tsx'
import { LED_BY_TILE, TiledName } from '#src/parts/tiled-name.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Icon, type IconName, VisuallyHidden } from '#src/ui/icon.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { Steady } from '#src/ui/steady.tsx'
import type { TestmomentSummary } from './testmoment-choices.ts'
import styles from './testmoments-screen.module.css'

interface TestmomentCardProps {
  testmoment: Testmoment
  summary: TestmomentSummary
  now: number
  /** outcomes of the student's waiting here */
  children: ReactNode
}

export function TestmomentCard({ testmoment, summary, now, children }: TestmomentCardProps) {
  const { obstacle, chair } = summary
  const names = testmoment.modules.map(({ name }) => name)
  return (
    <article className={`${LED_BY_TILE} ${styles.card}`} data-layout="stack 1 top" data-text="figures" data-box>
      <h2 data-text="base">
        <TiledName
          moment={chair ? { ...testmoment, location: chairLocation(chair, testmoment.location) } : testmoment}
          state={tileOf(summary)}
          now={now}
        />
      </h2>
      <Steady layout="grid 1 left">
        <TestmomentStatus summary={summary} />
        {summary.isChangeable && <Closing testmoment={testmoment} summary={summary} now={now} />}
      </Steady>
      {children}
      <Facts
        facts={[
          {
            term: 'Modules',
            value: (
              <span translate={names.length > 0 ? 'no' : undefined}>
                {(names.length > 0 ? someNames : availabilityLabel.list)(names)}
              </span>
            ),
          },
          {
            term: 'Limiet',
            value: `${limitLabel(testmoment.max_enrollments)}${obstacle === 'no-slots-left' ? `. ${noSlotsText}` : ''}`,
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

/** One line: when enrollment closes by itself, and the seats left. The dialog says until when where nothing closes before the test. */
function Closing({ testmoment, summary, now }: Pick<TestmomentCardProps, 'testmoment' | 'summary' | 'now'>) {
  const { obstacle, free, seated } = summary
  const closing = closesAt(testmoment, now)
  const seats = testmoment.seats > 0 && obstacle === null && <SeatsLabel free={free} seated={seated} />
  if (closing)
    return (
      <PlannedChangeLine change="closing" at={closing}>
        {seats && (
          <>
            <span>{DOT}</span>
            {seats}
          </>
        )}
      </PlannedChangeLine>
    )
  return (
    seats && (
      <StatusLine tone="accent" icon="person">
        {seats}
      </StatusLine>
    )
  )
}

/** The student's enrollment, place in line or opening to come, which stands out; else why there is nothing to choose. */
function TestmomentStatus({ summary }: { summary: TestmomentSummary }) {
  const { taken, unanswered, waiting, obstacle } = summary
  const opening = summary.planned?.change === 'opening' ? summary.planned : null
  const isOwn = taken.length + unanswered.length + waiting.length > 0
  return (
    <>
      {unanswered.map((text) => (
        <Badge key={text} tone="warning" icon="clock">
          {text}
        </Badge>
      ))}
      {taken.length > 0 && <EnrolledLine>{enrollmentBadge(taken.join(', '))}</EnrolledLine>}
      {waiting.map((entry) => (
        <WaitingBadge key={entry.id} entry={entry} of={{ module: entry.module_name }} isToMove={entry.moves} />
      ))}
      {opening && !isOwn && <PlannedChangeLine {...opening} standsOut />}
      {!obstacle && !isOwn && (
        <StatusLine tone="accent" icon="calendar">
          <strong>Nu open</strong>
        </StatusLine>
      )}
      <ObstacleLine summary={summary} opening={isOwn ? opening : null} />
    </>
  )
}

interface ObstacleLineProps {
  summary: TestmomentSummary
  /** opening to announce on the same line */
  opening: PlannedChange | null
}

function ObstacleLine({ summary: { obstacle, waiting }, opening }: ObstacleLineProps) {
  const isWaiting = waiting.length > 0
  // The limit says that no slots are left; a student who waits knows that the moment is full.
  if (!obstacle || obstacle === 'no-slots-left' || (obstacle === 'full' && isWaiting)) return null
  const text = isWaiting && obstacle === 'closed' ? frozenLineText : obstacleTexts[obstacle]
  if (opening)
    return (
      <PlannedChangeLine {...opening}>
        <span>{`. ${text}`}</span>
      </PlannedChangeLine>
    )
  return <StatusLine icon={iconOf[obstacle]}>{text}</StatusLine>
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
    <span>{isChangeable ? (isOwn ? 'Wijzigen' : 'Kiezen') : 'Bekijken'}</span>
    <VisuallyHidden>{`: ${label}`}</VisuallyHidden>
    <Icon name="chevron" />
  </Link>
)
