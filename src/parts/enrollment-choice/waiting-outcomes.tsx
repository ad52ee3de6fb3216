import { useState } from 'react'
import { seeWaitingOutcome } from '#contract/waiting.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WaitingOutcome } from '#domain/enrollments/waiting.schema.ts'
import { waitingOutcomeTexts } from '#domain/enrollments/waiting.texts.ts'
import type { Api } from '#src/api/api.ts'
import type { SeatsStore } from '#src/enrollment/seats.ts'
import { useIsConnected, useWaitReason } from '#src/offline/connection-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { saveFailureText } from '../editing/save.texts.ts'
import styles from './waiting-outcomes.module.css'

interface WaitingOutcomesProps {
  api: Api
  seats: SeatsStore
  outcomes: readonly WaitingOutcome[]
  now: number
}

/** What became of one's waiting: that there is a seat, or why the list was left. Each is there until it is put away. */
export const WaitingOutcomes = ({ api, seats, outcomes, now }: WaitingOutcomesProps) => (
  <ul className={styles.outcomes} aria-label="Van de wachtlijst">
    {outcomes.map((outcome) => (
      <Outcome key={outcome.id} api={api} seats={seats} outcome={outcome} now={now} />
    ))}
  </ul>
)

interface OutcomeProps extends Omit<WaitingOutcomesProps, 'outcomes'> {
  outcome: WaitingOutcome
}

function Outcome({ api, seats, outcome, now }: OutcomeProps) {
  const [isBusy, setBusy] = useState(false)
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  const notify = useNotify()
  const hasSeat = outcome.outcome === 'promoted'
  const { seen } = outcome._links
  const moment = whenAndWhereLabel(outcome.testmoment, now)
  const putAway = async () => {
    if (!seen) return
    setBusy(true)
    try {
      await api.follow(seeWaitingOutcome, seen)
      await seats.load()
    } catch (error) {
      notify('error', saveFailureText(error, 'De melding sluiten is niet gelukt.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.outcome} data-tone={hasSeat ? 'success' : 'neutral'}>
      <Icon name={hasSeat ? 'check' : 'info'} />
      <p>{waitingOutcomeTexts[outcome.outcome](outcome.module_name, moment)}</p>
      {seen && (
        <Button tone="quiet" busy={isBusy} disabled={!connected} title={waitReason} onClick={putAway}>
          Sluiten
          <VisuallyHidden>
            : melding over module {outcome.module_name}, {moment}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  )
}
