import type { ServerResponse } from 'node:http'
import type { AppEventMessage } from '#contract/app-events.ts'
import { HEARTBEAT_MS } from '#contract/app-events.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Change } from '#database/changes/change.ts'
import { type ChangeListener, type ChangeListening, listenToChanges } from '#database/changes/listen-to-changes.ts'
import type { Database } from '#database/engine/open-database.ts'
import { unavailable } from '#server/problem.ts'
import {
  createEventIds,
  type EventId,
  eventFrame,
  eventsOf,
  heartbeatFrame,
  helloFrame,
  isCount,
  type LiveEvent,
  RecentEvents,
  someWereMissed,
} from './events.ts'
import { type Audience, createFanOut, endRevoked, type LiveReader, LiveStream, OpenStreams } from './open-streams.ts'
import { createStreamQuota } from './stream-quota.ts'

export interface LiveHub {
  /** returns a hello and the events that this reader missed after that id */
  catchUp(reader: LiveReader, lastEventId: EventId | undefined): Promise<string>
  /**
   * sends the same and then all further events, on the response that `begin` returns; throws `unavailable` if there are too
   * many connections
   */
  follow(reader: LiveReader, begin: () => ServerResponse, lastEventId: EventId | undefined): Promise<void>
  /** sends to the whole audience, also to those who reconnect later */
  send(event: LiveEvent): void
  /** starts listening for changes; otherwise the first reader starts it */
  start(): void
  readonly size: number
  stop(): Promise<void>
}

/** ms; what remains of the 2 s within which a screen shows a change, after sending and fetching. */
export const LONGEST_SPREAD_MS = 1_500

/**
 * ms of spread per connection: some 3,300 connections a second fetch, each about two lists. Above 5,000 connections the spread is
 * the longest, and more of them do.
 */
const MS_A_CONNECTION = 0.3

/** ms over which receivers of an event spread their fetching; 0 for a single user. `count` is the number of open connections. */
const spreadFor = (to: Audience, count: number): number => {
  const isAlone = to.who === 'user' || (to.who === 'users' && to.ids.size === 1)
  return isAlone ? 0 : Math.min(LONGEST_SPREAD_MS, Math.round(count * MS_A_CONNECTION))
}

/** Connections at most: 10,000 students with a phone and a laptop. Memory would allow about 100,000. */
const STREAM_LIMIT = 20_000

/** ms between checks for expired tokens, and between checks in the database for revoked sessions. */
const TOKEN_CHECK_MS = 1_000
const SESSION_CHECK_MS = 25_000

/** ms within which clients reconnect after a restart: one per connection, at least a second. */
const retryFor = (count: number): number => Math.max(1_000, count)

/** ms between two events about the same count, which may change a thousand times a second. */
const COUNT_WINDOW_MS = 500

interface LiveHubDeps {
  database: Database
  clock: () => number
  /** release of the app that is served */
  release: string | null
  /** ms; no connection outlives the access token with which it began */
  tokenLifetime: number
  /** also get all changes, since one connection listens for the whole process */
  listeners?: readonly ChangeListener[]
}

export function createLiveHub({ database, clock, release, tokenLifetime, listeners = [] }: LiveHubDeps): LiveHub {
  const streams = new OpenStreams()
  const fanOut = createFanOut(streams)
  const ids = createEventIds(clock)
  const quota = createStreamQuota({ streams, process: ids.process, announce: announceSoon(database) })
  const counts = throttleByKey<LiveEvent>(({ name, id }) => `${name} ${id}`, notify)
  let listening: ChangeListening | undefined
  let recent = new RecentEvents(Number.POSITIVE_INFINITY)

  const messageOf = ({ to, name, id, free, spread = spreadFor(to, streams.size) }: LiveEvent): AppEventMessage => ({
    name,
    ...(id !== undefined && { id }),
    ...((to.who === 'user' || to.who === 'users') && { own: true }),
    ...(free !== undefined && { free }),
    spread,
  })

  function notify(event: LiveEvent): void {
    const id = ids.next()
    recent.add({ id, event })
    if (streams.mayConcern(event.to)) fanOut(event.to, eventFrame(id, messageOf(event)))
  }

  const onChange = (change: Change) => {
    if (change.event === 'streamsOpened') return quota.onRemote(change)
    if ('user_id' in change && change.event !== 'enrollmentsChanged') check(streams.ofUser(change.user_id))
    for (const event of eventsOf(change)) {
      if (isCount(event)) counts.notify(event)
      else notify(event)
    }
  }

  /** Ends revoked connections. If the database is away it ends none; the next check tries again. */
  const check = (some: readonly LiveStream[]) => {
    if (some.length > 0) endRevoked(database, some, clock()).catch(() => undefined)
  }

  let stopped = false
  let looks = 0
  const look = setInterval(() => {
    const now = clock()
    const all = streams.for({ who: 'everyone' })
    for (const stream of all) if (stream.reader.until <= now) stream.end(0)
    looks += 1
    if (looks % (HEARTBEAT_MS / TOKEN_CHECK_MS) === 0) fanOut({ who: 'everyone' }, heartbeatFrame(ids.next()))
    if (looks % (SESSION_CHECK_MS / TOKEN_CHECK_MS) === 0) {
      check(all)
      quota.forget(now - tokenLifetime)
    }
  }, TOKEN_CHECK_MS).unref()

  const start = (): ChangeListening => {
    if (!listening) {
      listening = listenToChanges(database, {
        changed: (changes) => {
          changes.forEach(onChange)
          for (const other of listeners) other.changed(changes)
        },
        missed: () => {
          notify(someWereMissed)
          for (const other of listeners) other.missed()
        },
      })
      recent = new RecentEvents(clock())
    }
    return listening
  }

  const missedBy = (reader: LiveReader, lastEventId: EventId | undefined): readonly LiveEvent[] => {
    if (!lastEventId) return []
    return recent.after(lastEventId, reader, ids.process)?.map(({ event }) => event) ?? [someWereMissed]
  }

  const greeting = (reader: LiveReader, lastEventId: EventId | undefined): string => {
    const missed = missedBy(reader, lastEventId)
    const id = ids.next()
    const hello = helloFrame(id, { server_time: clock(), release })
    return hello + missed.map((event) => eventFrame(id, messageOf(event))).join('')
  }

  return {
    send: notify,

    start: () => void start(),

    get size() {
      return streams.size
    },

    catchUp: async (reader, lastEventId) => {
      await start().ready
      return greeting(reader, lastEventId)
    },

    follow: async (reader, begin, lastEventId) => {
      await start().ready
      if (stopped || streams.size >= STREAM_LIMIT) throw unavailable('live-streams', { retryAfter: 60 })
      const response = begin()
      if (response.destroyed) return
      const stream = new LiveStream(reader, response, ids.next().at)
      response.once('close', () => {
        streams.delete(stream)
        quota.closed(reader.userId)
      })
      stream.write(greeting(reader, lastEventId))
      streams.add(stream)
      quota.opened(reader.userId)
    },

    stop: async () => {
      stopped = true
      clearInterval(look)
      counts.stop()
      const all = streams.for({ who: 'everyone' })
      for (const stream of all) stream.end(retryFor(all.length))
      await listening?.stop()
    },
  }
}

/** Passes the first item of a key at once, then at most one per window while more arrive. */
function throttleByKey<Item>(keyOf: (item: Item) => string, pass: (item: Item) => void) {
  const open = new Map<string, { more: boolean; timer: NodeJS.Timeout }>()

  const start = (key: string, item: Item) => {
    const timer = setTimeout(() => {
      const more = open.get(key)?.more
      open.delete(key)
      if (!more) return
      pass(item)
      start(key, item)
    }, COUNT_WINDOW_MS)
    open.set(key, { more: false, timer: timer.unref() })
  }

  return {
    notify: (item: Item): void => {
      const key = keyOf(item)
      const current = open.get(key)
      if (current) {
        current.more = true
        return
      }
      pass(item)
      start(key, item)
    },
    stop: (): void => {
      for (const { timer } of open.values()) clearTimeout(timer)
      open.clear()
    },
  }
}
