import { useSyncExternalStore } from 'react'
import { type LostWrite, outcomeOf } from '#src/api/lost-answer.ts'
import { ownChange } from '#src/live/app-events.ts'

/*
 * The writes of which nobody knows yet whether they were carried out (decision 56). The notice at the foot of the page
 * (src/app/lost-answers.tsx) and the problem in a form show the same state. The server is asked again when the network
 * returns, when the person presses 'Kijk het na', and every 15 s.
 */

export interface UnknownWrites {
  unknown: readonly LostWrite[]
  /** how many turned out to be done since the notice was last closed */
  done: number
  /** how many turned out not to have been received */
  notReceived: number
  isAsking: boolean
}

const NONE: UnknownWrites = { unknown: [], done: 0, notReceived: 0, isAsking: false }

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

/** Adds a write whose outcome is unknown. A write that was sent again by its key replaces its first try. */
export function addUnknownWrite(write: LostWrite): void {
  change({ unknown: [...writes.unknown.filter(({ key }) => key !== write.key), write] })
}

/** Forgets the outcomes that the person has read. */
export const closeOutcomes = (): void => change({ done: 0, notReceived: 0 })

/** Asks the server about each unknown write, and renews the screens that show what was done. */
export async function askAgain(): Promise<void> {
  if (writes.isAsking) return
  change({ isAsking: true })
  for (const write of writes.unknown) {
    // Sent again meanwhile: the screen that did so has its answer.
    const outcome = write.isKnown() ? 'known' : await outcomeOf(write)
    if (outcome === 'unknown') continue
    write.forget()
    change({
      unknown: writes.unknown.filter((other) => other !== write),
      done: writes.done + Number(outcome === 'done'),
      notReceived: writes.notReceived + Number(outcome === 'not-received'),
    })
    if (outcome === 'done') ownChange(Promise.resolve(), write.event)
  }
  change({ isAsking: false })
}
