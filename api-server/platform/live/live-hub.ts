import type { ServerResponse } from 'node:http'
import { ACCESS_TOKEN_LIFETIME } from '#api-server/sessions/tokens.ts'
import type { LiveNews } from '#contract/app-events.ts'
import { HEARTBEAT_MS } from '#contract/live.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Change } from '#database/changes/change.ts'
import { type ChangeListening, listenToChanges } from '#database/changes/listen-to-changes.ts'
import type { Database } from '#database/engine/open-database.ts'
import { unavailable } from '#server/problem.ts'
import {
  createEventIds,
  type EventId,
  heartbeatFrame,
  helloFrame,
  type News,
  newsFrame,
  newsOf,
  newsThatSomeWasMissed,
  RecentNews,
} from './events.ts'
import { type Audience, createFanOut, endRevoked, type LiveReader, LiveStream, OpenStreams } from './open-streams.ts'
import { createStreamQuota } from './stream-quota.ts'

/** What is left of the 2 s within which a screen shows a change, when telling and fetching took theirs. */
export const LONGEST_SPREAD = 1_500

/** Each of so many fetches some two lists: 3,000 a second come in 5,000 connections' longest spread. */
const MS_A_CONNECTION = 0.3

/** Over how many ms those who are told fetch anew. One alone need not wait; `count` is how many connections are open. */
const spreadFor = ({ who }: Audience, count: number): number =>
  who === 'user' ? 0 : Math.min(LONGEST_SPREAD, Math.round(count * MS_A_CONNECTION))

/** A count that changes a thousand times a second is read no more often than this (ms). */
const WINDOW = 500

/** Passes on at once what each key brings first, and then at most one in each window, if there was any. */
function throttleByKey<Key>(pass: (key: Key) => void, window = WINDOW) {
  const open = new Map<Key, { more: boolean; timer: NodeJS.Timeout }>()

  const start = (key: Key) => {
    const timer = setTimeout(() => {
      const more = open.get(key)?.more
      open.delete(key)
      if (!more) return
      pass(key)
      start(key)
    }, window)
    open.set(key, { more: false, timer: timer.unref() })
  }

  return {
    tell: (key: Key): void => {
      const current = open.get(key)
      if (current) {
        current.more = true
        return
      }
      pass(key)
      start(key)
    },
    stop: (): void => {
      for (const { timer } of open.values()) clearTimeout(timer)
      open.clear()
    },
  }
}

export interface LiveHub {
  /** Hello and what this reader missed after the event of that id. */
  catchUp(reader: LiveReader, lastEventId: EventId | undefined): Promise<string>
  /**
   * The same, and then all that happens, on the response that `begin` gives once there is a place. Throws `unavailable`
   * when there is none.
   */
  follow(reader: LiveReader, begin: () => ServerResponse, lastEventId: EventId | undefined): Promise<void>
  /** Listens before anybody asks; otherwise it begins with the first who does. */
  start(): void
  /** how many are open now */
  readonly size: number
  stop(): Promise<void>
}

/** 10,000 students with a phone and a laptop; memory would allow some 100,000. */
const PLACES = 20_000

/** How often (ms) it is looked whose token has run out, and in the database whose was taken back. */
const LOOK = 1_000
const LOOK_IN_DATABASE = 25_000

/** After a restart each comes back within a ms for every connection there was, and a second at least. */
const retryFor = (count: number): number => Math.max(1_000, count)

interface LiveHubMeans {
  database: Database
  clock: () => number
  /** of the app that is served */
  release: string | null
}

/** All live connections of this process, and what they are told. */
export function createLiveHub({ database, clock, release }: LiveHubMeans): LiveHub {
  const streams = new OpenStreams()
  const fanOut = createFanOut(streams)
  const ids = createEventIds(clock)
  const quota = createStreamQuota({ streams, process: ids.process, announce: announceSoon(database) })
  const counts = throttleByKey<number>((id) => tell({ to: { who: 'administrators' }, name: 'enrollmentsChanged', id }))
  let listening: ChangeListening | undefined
  let recent = new RecentNews(Number.POSITIVE_INFINITY)

  const liveNews = ({ to, name, id }: News): LiveNews => ({
    name,
    ...(id !== undefined && { id }),
    ...(to.who === 'user' && { own: true }),
    spread: spreadFor(to, streams.size),
  })

  function tell(news: News): void {
    const id = ids.next()
    recent.add({ id, news })
    if (streams.mayConcern(news.to)) fanOut(news.to, newsFrame(id, liveNews(news)))
  }

  const hear = (change: Change) => {
    if (change.event === 'streamsOpened') return quota.heard(change)
    if ('user_id' in change && change.event !== 'enrollmentsChanged') check(streams.ofUser(change.user_id))
    for (const news of newsOf(change)) {
      if (news.name === 'enrollmentsChanged' && news.id !== undefined) counts.tell(news.id)
      else tell(news)
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
    if (looks % (HEARTBEAT_MS / LOOK) === 0) fanOut({ who: 'everyone' }, heartbeatFrame(ids.next()))
    if (looks % (LOOK_IN_DATABASE / LOOK) === 0) {
      check(all)
      quota.forget(now - ACCESS_TOKEN_LIFETIME)
    }
  }, LOOK).unref()

  const start = (): ChangeListening => {
    if (!listening) {
      listening = listenToChanges(database, {
        heard: (changes) => changes.forEach(hear),
        missed: () => tell(newsThatSomeWasMissed),
      })
      recent = new RecentNews(clock())
    }
    return listening
  }

  const missedBy = (reader: LiveReader, lastEventId: EventId | undefined): readonly News[] => {
    if (!lastEventId) return []
    return recent.after(lastEventId, reader, ids.process)?.map(({ news }) => news) ?? [newsThatSomeWasMissed]
  }

  const greeting = (reader: LiveReader, lastEventId: EventId | undefined): string => {
    const missed = missedBy(reader, lastEventId)
    const id = ids.next()
    const hello = helloFrame(id, { server_time: clock(), release })
    return hello + missed.map((news) => newsFrame(id, liveNews(news))).join('')
  }

  return {
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
      if (stopped || streams.size >= PLACES) throw unavailable('live-streams', { retryAfter: 60 })
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
