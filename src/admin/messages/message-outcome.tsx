import { useEffect, useReducer, useState } from 'react'
import { getMessage } from '#contract/messages.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { StatusLine, type Tone } from '#src/ui/status.tsx'
import styles from './messages.module.css'
import { outcomeTexts, messagesTexts as texts } from './messages.texts.ts'

interface MessageProps {
  api: Api
  message: Message
}

/** In a list: how a message stands, in a few words. */
export function MessageState({ api, message: listed }: MessageProps) {
  const message = useProgress(api, listed)
  const { waiting, refused, unknown } = message.letters
  return (
    <div className={styles.state} data-layout="grid 1">
      {waiting > 0 && (
        <StatusLine tone="accent" icon="clock">
          {texts.waiting(message)}
        </StatusLine>
      )}
      {refused > 0 && (
        <StatusLine tone="danger" icon="alert">
          {texts.refused(refused)}
        </StatusLine>
      )}
      {unknown > 0 && (
        <StatusLine tone="warning" icon="info">
          {texts.unknown(unknown)}
        </StatusLine>
      )}
      {waiting + refused + unknown === 0 && (
        <StatusLine tone="success" icon="check">
          {texts.sent}
        </StatusLine>
      )}
    </div>
  )
}

/** Outcomes of a message until now, each number with its meaning. */
export function MessageOutcome({ api, message: loaded }: MessageProps) {
  const message = useProgress(api, loaded)
  const { letters, recipients, pushes_taken } = message
  const sent = recipients - letters.waiting
  return (
    <>
      {letters.waiting > 0 ? (
        <div data-layout="grid 2" data-text="figures">
          <p>{texts.toGo(message)}</p>
          <ProgressBar label="Verstuurde brieven" value={sent} max={recipients} />
        </div>
      ) : (
        <div role="status">
          {letters.refused + letters.unknown === 0 ? (
            <StatusLine tone="success" icon="check">
              {texts.allAccepted(letters.accepted)}
            </StatusLine>
          ) : (
            <StatusLine tone="neutral" icon="info">
              {texts.allOffered}
            </StatusLine>
          )}
        </div>
      )}
      <dl className={styles.outcomes} data-layout="grid">
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
  /** tone of a number other than zero */
  tone: Tone
  icon: IconName
}

const Outcome = ({ of, count, tone, icon }: OutcomeProps) => (
  <div className={styles.outcome} data-layout="grid 1" data-pad="y3" data-tone={count === 0 ? 'neutral' : tone}>
    <dt>
      <Icon name={icon} />
      <span>
        <strong>{count.toLocaleString('nl')}</strong> {outcomeTexts[of].label}
      </span>
    </dt>
    <dd>{outcomeTexts[of].meaning}</dd>
  </div>
)

/** Within which (ms) the numbers move on while letters go out. */
const PAUSE_MS = 2_000

/** Between two that are the same it grows up to this (ms): a mail server may be away for hours. */
const LONGEST_PAUSE_MS = 16_000

/** A message with its numbers of now: asked again while letters wait, somebody looks and the server can be asked. */
function useProgress(api: Api, loaded: Message): Message {
  const [latest, setLatest] = useState(loaded)
  const [source, setSource] = useState(loaded)
  const [pause, setPause] = useState(PAUSE_MS)
  const [rounds, again] = useReducer((count: number) => count + 1, 0)
  const isConnected = useIsConnected()
  // The screen was reloaded: that is as fresh as any answer.
  if (loaded !== source) {
    setSource(loaded)
    setLatest(loaded)
  }
  const isWaiting = latest.letters.waiting > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins the next
  useEffect(() => {
    if (!isWaiting || !isConnected) return
    let isOver = false
    const receive = (message: Message) => {
      if (isOver) return
      const isSame = JSON.stringify(message.letters) === JSON.stringify(latest.letters)
      setPause(isSame ? Math.min(pause * 2, LONGEST_PAUSE_MS) : PAUSE_MS)
      setLatest(message)
      again()
    }
    const timer = setTimeout(() => {
      if (document.hidden) again()
      // No answer now: the next one has the numbers.
      else api.call(getMessage, { params: { id: loaded.id } }).then(receive, () => !isOver && again())
    }, pause)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [api, loaded.id, isWaiting, isConnected, rounds])
  return latest
}
