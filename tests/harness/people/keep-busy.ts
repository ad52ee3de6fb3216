import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 2
const GIVE_UP_MS = 120_000

/** Somebody who asks, waits for the answer, and writes it down. */
export interface Journaling {
  /** answers so far that acknowledged a change */
  readonly acknowledged: number
  act(): Promise<void>
}

export interface Busy {
  acknowledged(): number
  /** resolves once this many more changes were acknowledged; throws if there is none for two minutes */
  more(count: number): Promise<void>
  /** each ends what they are at: after this no answer is outstanding */
  stop(): Promise<void>
}

/** Has each of them go from one act to the next, all at once. */
export function keepBusy(people: readonly Journaling[]): Busy {
  let stopping = false
  const busy = Promise.all(
    people.map(async (one) => {
      while (!stopping) await one.act()
    }),
  )
  // Awaited by `stop`; until then nobody else is to fall over it.
  busy.catch(() => undefined)
  const acknowledged = () => people.reduce((sum, one) => sum + one.acknowledged, 0)
  return {
    acknowledged,
    more: async (count) => {
      const goal = acknowledged() + count
      for (const deadline = Date.now() + GIVE_UP_MS; acknowledged() < goal; await delay(POLL_MS))
        if (Date.now() > deadline) throw new Error('nobody is answered any more')
    },
    stop: async () => {
      stopping = true
      await busy
    },
  }
}
