import { useSyncExternalStore } from 'react'
import { readSeats, type SeatsReply } from '#contract/waiting.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'

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

/** By the link that the server gave this person. */
export const seatsOf = ({ _links }: Pick<User, '_links'>, api: Api): SeatsStore =>
  createSeats(async () => {
    if (!_links.seats) throw new Error('The user has no link to seats')
    return api.follow(readSeats, _links.seats)
  })

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

const never = () => () => {}
const nothing = () => null

export const useSeats = (store: SeatsStore | null): Seats =>
  useSyncExternalStore(store?.subscribe ?? never, store?.known ?? nothing)

/** For the rule of enrolling: undefined without a limit, and while nothing is known of it. */
export const freeSeatsAt = (seats: Seats | undefined, { id, seats: limit }: Pick<Testmoment, 'id' | 'seats'>) =>
  limit > 0 ? seats?.entities.find(({ testmoment_id }) => testmoment_id === id)?.free : undefined
