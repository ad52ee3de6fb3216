import { createActor, type SnapshotFrom } from 'xstate'
import { API_BASE } from '#contract/endpoint.ts'
import { EVENT_STREAM, type LiveKind, type LiveNews, readLive } from '#contract/live.ts'
import { getOwnUser } from '#contract/user.ts'
import type { User } from '#domain/user/user.schema.ts'
import { liveMachine } from '#src/live/live.machine.ts'
import { type LiveMeans, liveActors } from '#src/live/live-actors.ts'
import { watchPage } from '#src/live/page-watch.ts'
import { createRefreshing } from '#src/live/refreshing.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { connection } from './connection.ts'
import type { Leniently } from './last-known-api.ts'
import { isOwnChangeUnderway, onOwnChange } from './own-changes.ts'
import type { AppRouter } from './router.ts'
import { api, isLoggedIn, session, unauthorized } from './session.ts'
import { learnRelease } from './updates.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** what else the screen shows, besides the school, its test moments and what is one's own */
    hears?: readonly LiveKind[]
  }
}

const HEARD_BY_ALL: readonly LiveKind[] = ['school', 'testmoment', 'own', 'everything']

const laterAgain: LiveNews = { kind: 'everything', spread: 20_000 }

export interface LiveSurroundings {
  router: AppRouter
  user: Pick<User, 'id'>
  leniently: Leniently
  /** what happened after it is asked for: when the first screen began to load, by the server's clock */
  since: number
}

/** Keeps what this person sees true, for as long as they are logged in. Returns how to stop. */
export function startLive({ router, user, leniently, since }: LiveSurroundings): () => void {
  const refreshing = createRefreshing({
    concerns: (kind) => HEARD_BY_ALL.includes(kind) || isHeard(router, kind),
    // Without a connection the screens are fetched when it returns.
    refresh: (kinds) => {
      if (!isLoggedIn(user) || !connection.getSnapshot().matches('connected')) return
      if (kinds.has('own') || kinds.has('everything')) void fetchUser(user)
      void renew()
    },
    isWanted: () => document.visibilityState === 'visible' && !isOwnChangeUnderway(),
    random: Math.random,
  })

  /** What could not be had from a busy server is fetched later. */
  const renew = async () => {
    if (!(await leniently(() => router.invalidate({ sync: true })))) refreshing.hear(laterAgain)
  }

  const name = `live-${user.id}`
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const actors = liveActors({ connect, name, locks: navigator.locks, channel })
  const actor = createActor(liveMachine.provide({ actors }), {
    input: { lastEventId: String(Math.floor(since)), random: Math.random },
  })
  actor.on('told', ({ told: { news, serverTime, release } }) => {
    // What was under way when the device lost its network says nothing of now.
    if (navigator.onLine) connection.send({ type: 'stream.heard' })
    if (news) refreshing.hear(news)
    if (serverTime !== undefined) session.send({ type: 'time.told', serverTime })
    if (release !== undefined) void learnRelease(release)
  })
  actor.on('shared', ({ told }) => channel?.postMessage(told))
  actor.on('awaited', () => connection.send({ type: 'stream.awaited' }))
  actor.on('lost', () => connection.send({ type: 'stream.lost' }))
  actor.on('left', () => connection.send({ type: 'stream.left' }))
  actor.start()
  const server = connection.subscribe(whenItReturns(() => actor.send({ type: 'server.returned' })))
  const stopWatching = watchPage(window, actor.send)
  const stopSharing = onOwnChange({
    onMade: () => actor.send({ type: 'own.changed' }),
    onSettled: refreshing.look,
  })
  document.addEventListener('visibilitychange', refreshing.look)

  return () => {
    actor.stop()
    server.unsubscribe()
    connection.send({ type: 'stream.left' })
    channel?.close()
    stopWatching()
    refreshing.stop()
    stopSharing()
    document.removeEventListener('visibilitychange', refreshing.look)
  }
}

function whenItReturns(work: () => void) {
  let wasGone = false
  return (state: SnapshotFrom<typeof connection>): void => {
    const isGone = state.matches('disconnected')
    if (wasGone && !isGone) work()
    wasGone = isGone
  }
}

const connect: LiveMeans['connect'] = async ({ lastEventId, follow, signal }) => {
  const token = await bearerOf(session)
  const answer = await fetch(API_BASE + readLive.path, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: follow ? EVENT_STREAM : 'text/plain',
      'last-event-id': lastEventId,
    },
    cache: 'no-store',
    signal,
  })
  if (answer.status === 401) unauthorized(token)
  if (!answer.ok) throw new Error(`The server answers ${answer.status}`)
  return answer
}

const isHeard = (router: AppRouter, kind: LiveKind): boolean =>
  router.state.matches.some(({ staticData }) => staticData.hears?.includes(kind))

async function fetchUser(user: Pick<User, 'id'>): Promise<void> {
  try {
    const now = await api.call(getOwnUser)
    if (isLoggedIn(user)) session.send({ type: 'user.changed', user: now })
  } catch {
    // What it says of the user stays as it was until the next time.
  }
}
