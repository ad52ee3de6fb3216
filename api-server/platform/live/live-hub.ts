import type { ServerResponse } from 'node:http'
import type { LiveNews } from '#contract/app-events.ts'
import { HEARTBEAT_MS } from '#contract/live.ts'
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
  /** Hello and what this reader missed after the event of that id. */
  catchUp(reader: LiveReader, lastEventId: EventId | undefined): Promise<string>
  /**
   * The same, and then all that happens, on the response that `begin` gives once there is room for it. Throws `unavailable`
   * when there is none.
   */
  follow(reader: LiveReader, begin: () => ServerResponse, lastEventId: EventId | undefined): Promise<void>
  /** Sent to the whole audience, also to those who come back after a break. */
  send(event: LiveEvent): void
  /** Listens before anybody asks; otherwise it begins with the first who does. */
  start(): void
  /** how many are open now */
  readonly size: number
  stop(): Promise<void>
}

/** Rest of the 2 s within which a screen shows a change, after sending and fetching. */
export const LONGEST_SPREAD_MS = 1_500

/** Each of so many fetches some two lists: 3,000 a second come in 5,000 connections' longest spread. */
const MS_A_CONNECTION = 0.3

/** ms over which the receivers of an event spread their fetching. One alone need not wait; `count` is how many connections are open. */
const spreadFor = (to: Audience, count: number): number => {
  const isAlone = to.who === 'user' || (to.who === 'users' && to.ids.size === 1)
  return isAlone ? 0 : Math.min(LONGEST_SPREAD_MS, Math.round(count * MS_A_CONNECTION))
}

/** 10,000 students with a phone and a laptop; memory would allow some 100,000. */
const STREAM_LIMIT = 20_000

/** How often (ms) it is looked whose token has run out, and in the database whose was taken back. */
const TOKEN_CHECK_MS = 1_000
const SESSION_CHECK_MS = 25_000

/** After a restart each comes back within a ms for every connection there was, and a second at least. */
const retryFor = (count: number): number => Math.max(1_000, count)

/** A count that changes a thousand times a second is read no more often than this (ms). */
const COUNT_WINDOW = 500

interface LiveHubDeps {
  database: Database
  clock: () => number
  /** release of the app that is served */
  release: string | null
  /** ms; no connection lasts longer than the access token that it began with */
  tokenLifetime: number
  /** called with all changes too: one connection listens for the whole process */
  listeners?: readonly ChangeListener[]
}

/** All live connections of this process, and what is sent on them. */
export function createLiveHub({ database, clock, release, tokenLifetime, listeners = [] }: LiveHubDeps): LiveHub {
  const streams = new OpenStreams()
  const fanOut = createFanOut(streams)
  const ids = createEventIds(clock)
  const quota = createStreamQuota({ streams, process: ids.process, announce: announceSoon(database) })
  const counts = throttleByKey<LiveEvent>(({ name, id }) => `${name} ${id}`, notify)
  let listening: ChangeListening | undefined
  let recent = new RecentEvents(Number.POSITIVE_INFINITY)

  const messageOf = ({ to, name, id, free, spread = spreadFor(to, streams.size) }: LiveEvent): LiveNews => ({
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

  /** A database that is away ends nobody's connection; it is asked again at the next look. */
  const check = (some: readonly LiveStream[]) => {
    if (some.length > 0) endRevoked(database, some).catch(() => undefined)
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

/** Passes on at once the first of those that are called the same, and then at most one in each window, if there was any. */
function throttleByKey<Item>(keyOf: (item: Item) => string, pass: (item: Item) => void, window = COUNT_WINDOW) {
  const open = new Map<string, { more: boolean; timer: NodeJS.Timeout }>()

  const start = (key: string, item: Item) => {
    const timer = setTimeout(() => {
      const more = open.get(key)?.more
      open.delete(key)
      if (!more) return
      pass(item)
      start(key, item)
    }, window)
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
