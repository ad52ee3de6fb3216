import type { AppEventMessage, AppEventName } from '#contract/app-events.ts'
import { getOwnUser } from '#contract/first-reads.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { isOwnChangeUnderway, onAppEvent } from '#src/live/app-events.ts'
import { createRefreshing } from '#src/live/refreshing.ts'
import type { Leniently } from '#src/offline/last-known-api.ts'
import { connection } from './connection.ts'
import type { AppRouter } from './router.tsx'
import { api, isLoggedIn, session } from './session.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** events that refetch the screen, beyond those that everybody may see and the user's own */
    invalidatedBy?: readonly AppEventName[]
  }
}

/** Students receive these events only for themselves. Administrators receive them for everybody, and few screens show them. */
const RECEIVED_BY_FEW: readonly AppEventName[] = [
  'enrollmentsChanged',
  'messagesChanged',
  'presenceChanged',
  'resultsChanged',
  'seatsChanged',
  'userCreated',
  'userEdited',
  'userDeleted',
]

/**
 * Events of others, and also one's own, are skipped: thousands may get a message at once, and no other screen shows it. Seats
 * are fetched separately.
 */
const SHOWN_BY_FEW: readonly AppEventName[] = ['messagesChanged', 'seatsChanged']

const laterAgain: AppEventMessage = { name: 'eventsMissed', spread: 20_000 }

interface Renewing {
  router: AppRouter
  user: Pick<User, 'id'>
  lists: StudentLists
  leniently: Leniently
}

interface Renewal {
  /** Receives events from now on. Returns how to stop. */
  follow: () => () => void
  /** Fetches what the screen shows at once. */
  now: () => Promise<void>
}

/** Makes screens refetch after the app's events, and only then: code that changes something just has to emit one. */
export function createRenewal({ router, user, lists, leniently }: Renewing): Renewal {
  const refreshing = createRefreshing({
    // Without a connection the screens are fetched once it returns.
    refresh: (news) => {
      if (!isLoggedIn(user) || !connection.getSnapshot().matches('connected')) return
      if (news.some(({ name, own }) => own || name === 'eventsMissed')) void fetchUser(user)
      void renew()
    },
    isWanted: () => document.visibilityState === 'visible' && !isOwnChangeUnderway(),
    random: Math.random,
  })

  /** Lists that a busy server did not send are fetched later. */
  const renew = async () => {
    if (!(await leniently(() => router.invalidate({ sync: true })))) refreshing.note(laterAgain)
  }
  const place = createRefreshing({
    refresh: () => {
      if (isLoggedIn(user) && connection.getSnapshot().matches('connected')) void lists.loadSeats()
    },
    isWanted: () => document.visibilityState === 'visible',
    random: Math.random,
  })
  /** The event contains the number of seats. Students who wait there may have a new place, so their list is fetched. */
  const noteSeats = (news: AppEventMessage): void => {
    const { id, free, own } = news
    if (id !== undefined && free !== undefined) lists.noteFree(id, free)
    if (own || lists.known().seats?.waiting.some(({ testmoment_id }) => testmoment_id === id)) place.note(news)
  }
  const isShown = (name: AppEventName): boolean =>
    !RECEIVED_BY_FEW.includes(name) ||
    router.state.matches.some(({ staticData }) => staticData.invalidatedBy?.includes(name))

  return {
    follow: () => {
      const stop = onAppEvent({
        received: ({ own, ...news }, isHere) => {
          // The screen that made the change already has the result; do not refetch it.
          if (news.name === 'seatsChanged' && !isHere) noteSeats(own ? { ...news, own } : news)
          // An attendance list receives each tick by itself.
          if (isHere && (news.name !== 'presenceChanged' || isShown(news.name))) refreshing.note(news)
          else if (isHere) return
          else if (own && !SHOWN_BY_FEW.includes(news.name)) refreshing.note({ ...news, own })
          else if (isShown(news.name)) refreshing.note(news)
        },
        settled: refreshing.look,
      })
      const look = () => {
        refreshing.look()
        place.look()
      }
      document.addEventListener('visibilitychange', look)
      return () => {
        stop()
        refreshing.stop()
        place.stop()
        document.removeEventListener('visibilitychange', look)
      }
    },
    now: async () => {
      refreshing.take()
      await router.invalidate({ sync: true })
    },
  }
}

async function fetchUser(user: Pick<User, 'id'>): Promise<void> {
  try {
    const now = await api.call(getOwnUser)
    if (isLoggedIn(user)) session.send({ type: 'user.changed', user: now })
  } catch {
    // The known user stays until the next event.
  }
}

/** Fetches what the screen shows once more, after it has finished loading. */
export async function refetch(router: AppRouter): Promise<void> {
  if (router.state.status === 'pending') await resolved(router)
  await router.invalidate({ sync: true })
}

const resolved = (router: AppRouter) =>
  new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop()
      resolve()
    })
  })
