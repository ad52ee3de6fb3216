import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type LostWrite, outcomeOf } from '#src/api/lost-answer.ts'
import { ownChange } from '#src/live/app-events.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import styles from './notices.module.css'

/*
 * The writes of which nobody knows whether they were carried out, in a notice at the foot of the page. The server is asked
 * again when the network is back, when somebody asks for it, and now and then. What it says stands there until it is put
 * away: somebody may have left the screen on which they did it.
 */

interface LostAnswers {
  unknown: readonly LostWrite[]
  /** how many turned out to be done, and how many not */
  done: number
  notReceived: number
  isAsking: boolean
}

const NONE: LostAnswers = { unknown: [], done: 0, notReceived: 0, isAsking: false }

/** ms between two looks, as long as something is unknown */
const LOOK_AGAIN_MS = 15_000

let lost = NONE
let isShown = false
const listeners = new Set<() => void>()

function change(now: Partial<LostAnswers>): void {
  lost = { ...lost, ...now }
  for (const listener of listeners) listener()
}

/** Adds a write to those that are asked about. */
export function follow(write: LostWrite): void {
  // Sent again by the same key it is the same write.
  const others = lost.unknown.filter(({ key }) => key !== write.key)
  change({ unknown: [...others, write] })
  if (isShown) return
  isShown = true
  const area = document.createElement('section')
  area.setAttribute('aria-label', 'Nog niet bekend')
  area.className = styles.area ?? ''
  document.body.append(area)
  createRoot(area).render(
    <StrictMode>
      <LostAnswersNotice />
    </StrictMode>,
  )
}

async function askAgain(): Promise<void> {
  if (lost.isAsking) return
  change({ isAsking: true })
  for (const write of lost.unknown) {
    const outcome = write.isKnown() ? 'known' : await outcomeOf(write)
    if (outcome === 'unknown') continue
    write.forget()
    change({
      unknown: lost.unknown.filter((other) => other !== write),
      done: lost.done + Number(outcome === 'done'),
      notReceived: lost.notReceived + Number(outcome === 'not-received'),
    })
    // Whoever is on the screen that it is about sees it.
    if (outcome === 'done') ownChange(Promise.resolve(), write.event)
  }
  change({ isAsking: false })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function LostAnswersNotice() {
  const { unknown, done, notReceived, isAsking } = useSyncExternalStore(subscribe, () => lost)
  const [isOnline, setIsOnline] = useState(navigator.onLine)
  const hasUnknown = unknown.length > 0
  useEffect(() => {
    const look = () => {
      setIsOnline(navigator.onLine)
      if (navigator.onLine) void askAgain()
    }
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    const timer = hasUnknown ? setInterval(look, LOOK_AGAIN_MS) : undefined
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
      clearInterval(timer)
    }
  }, [hasUnknown])
  const isOver = !hasUnknown && done + notReceived > 0
  return (
    <div role="status">
      {hasUnknown && (
        <Notice
          title={texts.unknown(unknown.length)}
          actions={
            <Button tone="primary" busy={isAsking} disabled={!isOnline} onClick={() => void askAgain()}>
              {texts.look}
            </Button>
          }
        >
          <p>{isOnline ? texts.explained : texts.offline}</p>
        </Notice>
      )}
      {isOver && (
        <Notice title={texts.over} actions={<Button onClick={() => change(NONE)}>Sluiten</Button>}>
          {done > 0 && <p>{texts.done(done)}</p>}
          {notReceived > 0 && <p>{texts.notReceived(notReceived)}</p>}
        </Notice>
      )}
    </div>
  )
}

const texts = {
  unknown: (count: number) =>
    count === 1
      ? 'Van je laatste actie is nog niet bekend of die is gelukt'
      : `Van ${count} acties is nog niet bekend of ze zijn gelukt`,
  explained: 'Er kwam geen antwoord van de server. We vragen het opnieuw; niets wordt twee keer gedaan.',
  offline: 'Je bent offline. Zodra je weer verbinding hebt, kijken we het na; niets wordt twee keer gedaan.',
  look: 'Kijk het na',
  over: 'Het is nagekeken',
  done: (count: number) =>
    count === 1
      ? 'Je actie is gelukt. Wat je ziet, is bijgewerkt.'
      : `${count} acties zijn gelukt. Wat je ziet, is bijgewerkt.`,
  notReceived: (count: number) =>
    count === 1
      ? 'Je actie is niet aangekomen en gaat niet meer door. Doe het opnieuw als je het nog wilt.'
      : `${count} acties zijn niet aangekomen en gaan niet meer door. Doe ze opnieuw als je ze nog wilt.`,
}
