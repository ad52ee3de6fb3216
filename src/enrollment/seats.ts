import { useSyncExternalStore } from 'react'
import type { SeatsReply } from '#contract/waiting.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'

/** How it stands with seats and waiting; null while that is not known, and where nobody needs to know. */
export type Seats = SeatsReply | null

/** Apart from the lists: a number that changes with each enrollment must not have them fetched. */
export interface SeatsStore {
  known: () => Seats
  /** Returns how to stop. */
  subscribe: (hear: () => void) => () => void
  /** Asks the server anew. Never fails: what was known stays, and the server refuses where that is wrong. */
  load: () => Promise<void>
  /** The server said how many seats newcomers find at that moment. */
  hear: (momentId: number, free: number) => void
}

export function createSeats(read: () => Promise<SeatsReply>): SeatsStore {
  const hearers = new Set<() => void>()
  /** what was heard, and during which question: an answer may be from before it */
  const heard = new Map<number, { free: number; during: number }>()
  let known: Seats = null
  let asked = 0
  let answered = 0

  const know = (seats: SeatsReply) => {
    known = { ...seats, entities: seats.entities.map((each) => ({ ...each, ...heardOf(each.testmoment_id) })) }
    for (const hear of hearers) hear()
  }
  const heardOf = (momentId: number): { free?: number } => {
    const news = heard.get(momentId)
    return news && news.during >= answered ? { free: news.free } : {}
  }
  return {
    known: () => known,
    subscribe: (hear) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    load: async () => {
      asked += 1
      const question = asked
      const reply = await read().catch(() => null)
      if (!reply || question < answered) return
      answered = question
      know(reply)
    },
    hear: (momentId, free) => {
      heard.set(momentId, { free, during: asked })
      if (known) know(known)
    },
  }
}

export const useSeats = ({ subscribe, known }: SeatsStore): Seats => useSyncExternalStore(subscribe, known)

/** For the rule of enrolling: undefined without a limit, and while nothing is known of it. */
export const freeSeatsAt = (seats: Seats | undefined, { id, seats: limit }: Pick<Testmoment, 'id' | 'seats'>) =>
  limit > 0 ? seats?.entities.find(({ testmoment_id }) => testmoment_id === id)?.free : undefined

/** Where the student waits with this module, the longest first. */
export const entriesOf = (seats: Seats, moduleId: number): WaitingEntry[] =>
  seats?.waiting.filter(({ module_id }) => module_id === moduleId) ?? []
