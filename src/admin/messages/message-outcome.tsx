import { useEffect, useReducer, useState } from 'react'
import { getMessage } from '#contract/messages.gen.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { StatusLine, type Tone } from '#src/ui/status.tsx'
import styles from './messages.module.css'
import { outcomeTexts, messagesTexts as texts } from './messages.texts.ts'

interface MessageProps {
  message: Message
}

/** Summary of a message in the list. */
export function MessageState({ message: loaded }: MessageProps) {
  const message = usePolledMessage(loaded)
  const { waiting, refused, unknown } = message.letters
  return (
    <div data-layout="grid 1">
      {waiting > 0 && <StatusLine tone="accent">{texts.waiting(message)}</StatusLine>}
      {refused > 0 && <StatusLine tone="danger">{texts.refused(refused)}</StatusLine>}
      {unknown > 0 && (
        <StatusLine tone="warning" icon="info">
          {texts.unknown(unknown)}
        </StatusLine>
      )}
      {waiting + refused + unknown === 0 && <StatusLine tone="success">{texts.sent}</StatusLine>}
    </div>
  )
}

/** Outcome of a message, on its own page. */
export function MessageOutcome({ message: loaded }: MessageProps) {
  const message = usePolledMessage(loaded)
  const { letters, recipients, pushes_taken } = message
  const sent = recipients - letters.waiting
  return (
    <>
      {letters.waiting > 0 ? (
        <div data-layout="grid 2" data-text="figures">
          <p>{texts.toGo(message)}</p>
          <ProgressBar label={texts.sentLetters} value={sent} max={recipients} />
        </div>
      ) : (
        <div role="status">
          {letters.refused + letters.unknown === 0 ? (
            <StatusLine tone="success">{texts.allAccepted(letters.accepted)}</StatusLine>
          ) : (
            <StatusLine>{texts.allOffered}</StatusLine>
          )}
        </div>
      )}
      <dl className={styles.outcomes} data-layout="grid lined">
        <Outcome of="accepted" count={letters.accepted} tone="success" icon="check" />
        <Outcome of="refused" count={letters.refused} tone="danger" icon="alert" />
        <Outcome of="unknown" count={letters.unknown} tone="warning" icon="info" />
        {letters.repeated > 0 && <Outcome of="repeated" count={letters.repeated} tone="neutral" icon="info" />}
        <Outcome of="pushes" count={pushes_taken} tone="neutral" icon="bell" />
      </dl>
    </>
  )
}

interface OutcomeProps {
  of: keyof typeof outcomeTexts
  count: number
  /** tone of a nonzero number */
  tone: Tone
  icon: IconName
}

const Outcome = ({ of, count, tone, icon }: OutcomeProps) => (
  <div data-layout="grid 1" data-pad="y3">
    <dt data-layout="row 2 nowrap stretch" data-text={count === 0 ? 'figures muted' : 'figures'}>
      <span data-text={count === 0 ? undefined : tone}>
        <Icon name={icon} />
      </span>
      <span>
        <strong translate="no">{count.toLocaleString('nl')}</strong> <span>{outcomeTexts[of].label}</span>
      </span>
    </dt>
    <dd data-text="small muted">{outcomeTexts[of].meaning}</dd>
  </div>
)

/** Interval (ms) for fetching the numbers while e-mails are being sent. */
const PAUSE_MS = 2_000

/** Longest interval (ms). It doubles while the numbers stay the same: a mail server may be unreachable for hours. */
const LONGEST_PAUSE_MS = 16_000

/**
 * The message with its current numbers. Polls while e-mails wait, the page is visible and the server is reachable: each answer or
 * failure starts the next round. A newer message from the loader replaces the polled one.
 */
function usePolledMessage(fromLoader: Message): Message {
  const api = useApi()
  const [latest, setLatest] = useState(fromLoader)
  const [lastLoaded, setLastLoaded] = useState(fromLoader)
  const [pause, setPause] = useState(PAUSE_MS)
  const [rounds, startRound] = useReducer((count: number) => count + 1, 0)
  const isConnected = useIsConnected()
  if (fromLoader !== lastLoaded) {
    setLastLoaded(fromLoader)
    setLatest(fromLoader)
  }
  const isWaiting = latest.letters.waiting > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round starts the next
  useEffect(() => {
    if (!isWaiting || !isConnected) return
    let isOver = false
    const receive = (message: Message) => {
      if (isOver) return
      const isSame = JSON.stringify(message.letters) === JSON.stringify(latest.letters)
      setPause(isSame ? Math.min(pause * 2, LONGEST_PAUSE_MS) : PAUSE_MS)
      setLatest(message)
      startRound()
    }
    const skipRound = () => {
      if (!isOver) startRound()
    }
    const timer = setTimeout(() => {
      if (document.hidden) startRound()
      // A failed poll is ignored: the next one has the numbers.
      else api.call(getMessage, { params: { id: fromLoader.id } }).then(receive, skipRound)
    }, pause)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [api, fromLoader.id, isWaiting, isConnected, rounds])
  return latest
}
