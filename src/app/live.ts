import { createActor, type SnapshotFrom } from 'xstate'
import { API_BASE, EVENT_STREAM } from '#contract/endpoint.ts'
import { readLive } from '#contract/live.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { emitReceived, onOwnEvent } from '#src/live/app-events.ts'
import { liveMachine } from '#src/live/live.machine.ts'
import { type LiveDeps, liveActors, watchPage } from '#src/live/live-actors.ts'
import { renewParts } from '#src/live/renewed-beside.ts'
import type { Renewal } from '#src/offline/connection.machine.ts'
import type { LastKnownApi } from '#src/offline/last-known-api.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { connection } from './connection.ts'
import { createRenewal, refetch } from './renewal.ts'
import type { AppRouter } from './router.tsx'
import { session, unauthorized } from './session.ts'
import { learnRelease } from './updates.ts'

/** How long (ms) the skeleton of a later screen stays once it appears, long enough to be seen. */
const SKELETON_STAYS_MS = 300

interface Surroundings extends Pick<LastKnownApi, 'leniently' | 'renew'> {
  router: AppRouter
  user: User
  lists: StudentLists
}

export function createLive({ router, user, lists, leniently, renew }: Surroundings) {
  const renewal = createRenewal({ router, user, lists, leniently })
  return {
    /** Fetches what the screen shows at once, including changes that were announced and not fetched yet. */
    now: renewal.now,
    /** Fetches what the screen shows at once, for a screen that shows cached data. */
    afresh: (renewal: Renewal) =>
      renew(async () => {
        await refetch(router)
        // Also those that were shown meanwhile.
        await renewParts()
      }, renewal),
    /** Receives events since then (ms since the epoch, by the server's clock), and from now on. Returns how to stop. */
    follow: (since: number) => {
      router.options.defaultPendingMinMs = SKELETON_STAYS_MS
      // Must precede the announcement of this tab's own earlier changes.
      const stopRenewing = renewal.follow()
      const stopListening = startLive({ user, since })
      return () => {
        stopRenewing()
        stopListening()
      }
    },
  }
}

interface Followed {
  user: Pick<User, 'id'>
  /** ms since the epoch, by the server's clock: when the first screen began to load; events after it are requested */
  since: number
}

/** Receives and sends the app's events beyond this tab while the user is logged in. Returns how to stop. */
function startLive({ user, since }: Followed): () => void {
  const name = `live-${user.id}`
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const actors = liveActors({ connect, name, locks: navigator.locks, channel })
  const actor = createActor(liveMachine.provide({ actors }), {
    input: { lastEventId: String(Math.floor(since)), random: Math.random },
  })
  actor.on('received', ({ message: { news, serverTime, release } }) => {
    // Data in flight when the device lost its network says nothing about the present.
    if (navigator.onLine) connection.send({ type: 'stream.heard' })
    if (news) emitReceived(news)
    if (serverTime !== undefined) session.send({ type: 'time.received', serverTime })
    if (release !== undefined) void learnRelease(release)
  })
  actor.on('shared', ({ message }) => channel?.postMessage(message))
  actor.on('awaited', () => connection.send({ type: 'stream.awaited' }))
  actor.on('lost', () => connection.send({ type: 'stream.lost' }))
  actor.on('left', () => connection.send({ type: 'stream.left' }))
  actor.start()
  const server = connection.subscribe(whenItReturns(() => actor.send({ type: 'server.returned' })))
  const stopWatching = watchPage(window, actor.send)
  const stopSharing = onOwnEvent((news) => actor.send({ type: 'own.changed', news }))

  return () => {
    actor.stop()
    server.unsubscribe()
    connection.send({ type: 'stream.left' })
    channel?.close()
    stopWatching()
    stopSharing()
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

const connect: LiveDeps['connect'] = async ({ lastEventId, follow, signal }) => {
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
  if (answer.status === 401) await unauthorized(token)
  if (!answer.ok) throw new Error(`The server answers ${answer.status}`)
  return answer
}
