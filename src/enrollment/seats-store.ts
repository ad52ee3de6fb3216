import { readSeats, type SeatsReply } from '#contract/waiting.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { Seats, SeatsStore } from './seats.ts'

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
