import { replaceEqualDeep } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import type { Endpoint, ListReply } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments, readSeats } from '#contract/first-reads.gen.ts'
import type { SeatsReply } from '#contract/waiting.calls.ts'
import type { KnownModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type AgreedLists, agree } from './agreed-lists.ts'

/**
 * Single store of a student's enrollments and choices, for cards, folds, dialogs and notices. Each list is the newest known:
 * the server's answer, or the result of the student's own acknowledged change.
 */
export interface StudentLists {
  /** lists as last shown; the same object until they change */
  known: () => AgreedLists
  /** Returns how to stop. */
  subscribe: (notify: () => void) => () => void
  /** Stores a whole list, from the server or after an own change. The next `show` shows it. */
  learn: (target: Endpoint, reply: unknown) => void
  /** Makes the screens show everything learned, in one go: at once, or in slices if called in a React transition. */
  show: () => void
  /** Fetches the seats. Never rejects: after a failure the known seats stay, and the server refuses where they are wrong. */
  loadSeats: () => Promise<void>
  /** Records how many seats the server says are free for newcomers at that moment. */
  noteFree: (momentId: number, free: number) => void
}

/** Lists of this user, with the server's link for fetching seats. */
export const studentListsOf = ({ _links }: Pick<User, '_links'>, api: Pick<Api, 'follow'>): StudentLists =>
  createStudentLists(async () => {
    if (!_links.seats) throw new Error('The user has no link to seats')
    return api.follow(readSeats, _links.seats)
  })

export function createStudentLists(readAllSeats: () => Promise<SeatsReply>): StudentLists {
  const listeners = new Set<() => void>()
  const replies = new Map<Endpoint, unknown>()
  /** free seats from events, with the number of the request at that time: its answer may be older than the event */
  const noted = new Map<number, { free: number; during: number }>()
  let current = NOTHING
  let isNew = false
  let lastRequest = 0
  let lastAnswered = 0

  const entitiesOf = <Row>(target: Endpoint): readonly Row[] =>
    // the API's answer to this endpoint, so it has its type
    (replies.get(target) as ListReply<Row> | undefined)?.entities ?? []
  const seatsNow = (): SeatsReply | null => {
    const seats = replies.get(readSeats) as SeatsReply | undefined
    return seats
      ? { ...seats, entities: seats.entities.map((each) => ({ ...each, ...notedFree(each.testmoment_id) })) }
      : null
  }
  const notedFree = (momentId: number): { free?: number } => {
    const event = noted.get(momentId)
    return event && event.during >= lastAnswered ? { free: event.free } : {}
  }
  const learn = (target: Endpoint, reply: unknown) => {
    if (replies.get(target) === reply) return
    replies.set(target, reply)
    isNew = true
  }
  const show = () => {
    if (!isNew) return
    isNew = false
    const agreed = agree(
      {
        statuses: entitiesOf<KnownModuleStatus>(listModuleStatuses),
        testmoments: entitiesOf<Testmoment>(listUserTestmoments),
        seats: seatsNow(),
      },
      replies.has(listUserTestmoments),
    )
    const previous = current
    // Equal rows keep their identity, so that their cards are not rendered again.
    current = replaceEqualDeep(previous, agreed)
    if (current === previous) return
    for (const notify of listeners) notify()
  }

  return {
    known: () => current,
    subscribe: (notify) => {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
    learn,
    show,
    loadSeats: async () => {
      lastRequest += 1
      const question = lastRequest
      const reply = await readAllSeats().catch(() => null)
      if (!reply || question < lastAnswered) return
      lastAnswered = question
      learn(readSeats, reply)
      startTransition(show)
    },
    noteFree: (momentId, free) => {
      noted.set(momentId, { free, during: lastRequest })
      isNew ||= replies.has(readSeats)
      startTransition(show)
    },
  }
}

const NOTHING: AgreedLists = { statuses: [], testmoments: [], seats: null }

/** Empty lists for a screen that has none. Not `useSyncExternalStore`, which renders a whole screen in one task. */
export function useStudentLists(lists: StudentLists | null | undefined): AgreedLists {
  const [known, setKnown] = useState(lists?.known() ?? NOTHING)
  useEffect(() => {
    if (!lists) return
    const take = () => setKnown(lists.known())
    take()
    return lists.subscribe(take)
  }, [lists])
  return known
}
