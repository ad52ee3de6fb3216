import { enrollmentBadge, slotsLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import { PlannedChangeLine } from '#src/parts/clock/clock.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { obstacleTexts } from './moment-standing.texts.ts'
import type { MomentStanding } from './moment-standing.ts'

/** What matters most comes first, and stands out: being enrolled, else that something can be chosen, now or soon. */
export function MomentStatus({ standing }: { standing: MomentStanding }) {
  const { taken, unanswered, planned } = standing
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
        unanswered.length === 0 && <NotEnrolled standing={standing} />
      )}
      <Room standing={standing} />
      {planned && !isSaid && <PlannedChangeLine {...planned} />}
    </>
  )
}

function NotEnrolled({ standing: { obstacle, planned } }: { standing: MomentStanding }) {
  if (planned?.change === 'opening') return <PlannedChangeLine {...planned} standsOut />
  return (
    <Badge tone={obstacle ? 'neutral' : 'accent'} icon={obstacle ? 'minus' : 'calendar'}>
      {obstacle ? enrollmentBadge(null) : 'Nu open'}
    </Badge>
  )
}

const Room = ({ standing: { obstacle, slots } }: { standing: MomentStanding }) => (
  <StatusLine tone="neutral" icon={obstacle ? iconOf[obstacle] : 'info'}>
    {obstacle ? obstacleTexts[obstacle] : slotsLabel(slots)}
  </StatusLine>
)

const iconOf = {
  closed: 'lock',
  'nothing-offered': 'info',
  'all-completed': 'done',
  'no-slots-left': 'info',
  'taken-elsewhere': 'info',
} satisfies Record<NonNullable<MomentStanding['obstacle']>, IconName>
