import { replaceEqualDeep } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Endpoint, ListReply } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import { readSeats, type SeatsReply } from '#contract/waiting.ts'
import type { Testmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { KnownModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type AgreedLists, agree } from './agreed-lists.ts'

/**
 * Enrollments and choices of a student, in one place: cards, folds, dialogs and notices read them here. Each list is
 * the newest one known: the server's answer, or the result of an acknowledged change of their own.
 */
export interface StudentLists {
  /** lists as last shown; the same object until they change */
  known: () => AgreedLists
  /** Returns how to stop. */
  subscribe: (notify: () => void) => () => void
  /** Takes a whole list, as the server answered it or an own change left it. Shown by the next `show`. */
  learn: (target: Endpoint, reply: unknown) => void
  /** Has the screens show what was learned, all of it in one go. */
  show: () => void
  /** Asks the server for the seats. Never fails: what was known stays, and the server refuses where that is wrong. */
  loadSeats: () => Promise<void>
  /** The server said how many seats newcomers find at that moment. */
  noteFree: (momentId: number, free: number) => void
}

/** Seats are asked by the link that the server gave this person. */
export const studentListsOf = ({ _links }: Pick<User, '_links'>, api: Pick<Api, 'follow'>): StudentLists =>
  createStudentLists(async () => {
    if (!_links.seats) throw new Error('The user has no link to seats')
    return api.follow(readSeats, _links.seats)
  })

export function createStudentLists(readAllSeats: () => Promise<SeatsReply>): StudentLists {
  const listeners = new Set<() => void>()
  const replies = new Map<Endpoint, unknown>()
  /** free seats by event, and during which question: an answer may be from before it */
  const noted = new Map<number, { free: number; during: number }>()
  let known = NOTHING
  let isNew = false
  let asked = 0
  let answered = 0

  const entitiesOf = <Row>(target: Endpoint): readonly Row[] =>
    // the API's answer for this very endpoint
    (replies.get(target) as ListReply<Row> | undefined)?.entities ?? []
  const seatsNow = (): SeatsReply | null => {
    const seats = replies.get(readSeats) as SeatsReply | undefined
    return seats
      ? { ...seats, entities: seats.entities.map((each) => ({ ...each, ...notedFree(each.testmoment_id) })) }
      : null
  }
  const notedFree = (momentId: number): { free?: number } => {
    const news = noted.get(momentId)
    return news && news.during >= answered ? { free: news.free } : {}
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
    const before = known
    // Equal rows stay the same objects, so that their cards are not rendered again.
    known = replaceEqualDeep(before, agreed)
    if (known === before) return
    for (const notify of listeners) notify()
  }

  return {
    known: () => known,
    subscribe: (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    learn,
    show,
    loadSeats: async () => {
      asked += 1
      const question = asked
      const reply = await readAllSeats().catch(() => null)
      if (!reply || question < answered) return
      answered = question
      learn(readSeats, reply)
      show()
    },
    noteFree: (momentId, free) => {
      noted.set(momentId, { free, during: asked })
      isNew ||= replies.has(readSeats)
      show()
    },
  }
}

const never = () => () => {}
const NOTHING: AgreedLists = { statuses: [], testmoments: [], seats: null }
const nothing = () => NOTHING

/** Nothing for a screen that has no lists to show. */
export const useStudentLists = (lists: StudentLists | null | undefined): AgreedLists =>
  useSyncExternalStore(lists?.subscribe ?? never, lists?.known ?? nothing)
