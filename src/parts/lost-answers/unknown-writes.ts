import { useSyncExternalStore } from 'react'
import { type LostWrite, outcomeOf } from '#src/api/lost-answer.ts'
import { trackOwnChange } from '#src/live/app-events.ts'
import { unknownWritesTexts as texts } from './unknown-writes.texts.ts'

/*
 * Writes whose outcome is unknown: nobody knows yet whether they were carried out. The notice at the bottom of
 * the page (src/app/lost-answers.tsx) and the problem in a form show the same state. The server is asked again when the network
 * returns, when the user presses 'Kijk het na', and every 15 s.
 */

export interface UnknownWrites {
  unknown: readonly LostWrite[]
  /** acts that turned out to be done since the notice was last closed: 'Aanmaken van module is gelukt' */
  done: readonly string[]
  /** writes that the server turned out not to have received */
  notReceived: number
  isAsking: boolean
}

const NONE: UnknownWrites = { unknown: [], done: [], notReceived: 0, isAsking: false }

let writes = NONE
const listeners = new Set<() => void>()

function change(now: Partial<UnknownWrites>): void {
  writes = { ...writes, ...now }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUnknownWrites = (): UnknownWrites => useSyncExternalStore(subscribe, () => writes)

/** Adds a write whose outcome is unknown. A write repeated with the same key replaces its first try. */
export function addUnknownWrite(write: LostWrite): void {
  change({ unknown: [...writes.unknown.filter(({ key }) => key !== write.key), write] })
}

export const closeOutcomes = (): void => change({ done: [], notReceived: 0 })

/** Asks the server about each unknown write, and reloads the screens that show what was done. */
export async function askAgain(): Promise<void> {
  if (writes.isAsking) return
  change({ isAsking: true })
  for (const write of writes.unknown) {
    // The write was repeated in the meantime: the screen that did so has its answer.
    const outcome = write.isKnown() ? 'known' : await outcomeOf(write)
    if (outcome === 'unknown') continue
    write.forget()
    change({
      unknown: writes.unknown.filter((other) => other !== write),
      done: outcome === 'done' ? [...writes.done, write.act ?? texts.done] : writes.done,
      notReceived: writes.notReceived + Number(outcome === 'not-received'),
    })
    if (outcome === 'done') trackOwnChange(Promise.resolve(), write.event)
  }
  change({ isAsking: false })
}
