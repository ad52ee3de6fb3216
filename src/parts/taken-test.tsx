import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import { presenceStatusTexts } from '#domain/presence/presence.texts.ts'
import type { ResultOutcome, TakenTest } from '#domain/results/result.schema.ts'
import { resultLabel } from '#domain/results/result.texts.ts'
import type { IconName } from '#src/ui/icon.tsx'
import { Badge, StatusLine, type Tone } from '#src/ui/status.tsx'

interface TakenTestFactsProps {
  test: TakenTest
  now: number
}

/** Result and attendance of a test, as far as they are noted. */
export function TakenTestFacts({ test: { result, presence, published_at, corrected }, now }: TakenTestFactsProps) {
  const isWithdrawn = !result && published_at !== null
  // No result is awaited for an absent student: the absence is the result.
  const isMissed = !result && presence === 'absent' && !isWithdrawn
  const Presence = isMissed ? Badge : StatusLine
  return (
    <div data-layout="row 2 x4">
      {result && <Badge {...looks[result.outcome]}>{resultLabel(result)}</Badge>}
      {!result && !isMissed && <Badge icon="clock">Nog geen uitslag</Badge>}
      {presence && (
        <Presence tone="neutral" icon={presenceIcons[presence]}>
          {presenceStatusTexts[presence]}
        </Presence>
      )}
      {published_at && (corrected || isWithdrawn) && (
        <StatusLine tone="warning" icon="info">
          {`${isWithdrawn ? 'De eerdere uitslag is ingetrokken' : 'De uitslag is gewijzigd'} op ${instantLabel(published_at, now)}`}
        </StatusLine>
      )}
    </div>
  )
}

const looks = {
  passed: { tone: 'success', icon: 'done' },
  failed: { tone: 'danger', icon: 'cross' },
} satisfies Record<ResultOutcome, { tone: Tone; icon: IconName }>

const presenceIcons = { present: 'person', late: 'clock', absent: 'minus' } satisfies Record<PresenceStatus, IconName>
