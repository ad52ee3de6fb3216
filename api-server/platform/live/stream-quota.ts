import type { Change } from '#database/changes/change.ts'
import type { LiveStream, OpenStreams } from './open-streams.ts'

/** Streams of one user at most (one per browser); the oldest are closed. */
const STREAMS_A_USER = 20

/** ms until a client whose stream was closed reconnects. */
const RETRY_MS = 60_000

/**
 * Streams of a user in one process that are not announced. Hardly any student has more, and ten processes with two
 * each stay within the limit.
 */
const UNANNOUNCED = 2

type StreamsChange = Extract<Change, { event: 'streamsOpened' }>

interface QuotaDeps {
  streams: OpenStreams
  process: string
  announce: (changes: readonly Change[]) => void
}

/**
 * Limits the streams of a user over all processes. A process with more than `UNANNOUNCED` of a user announces their start
 * times, the others answer with theirs, and all keep the same 20. Streams opened at the same time in two processes are ended
 * once these know of each other.
 */
export function createStreamQuota({ streams, process, announce }: QuotaDeps) {
  /** start times of streams in other processes, by user, then by process */
  const remote = new Map<number, Map<string, readonly number[]>>()
  const announced = new Set<number>()

  const announceOwn = (userId: number) => {
    const opened = streams.ofUser(userId).map((stream) => stream.opened)
    if (opened.length <= UNANNOUNCED && !announced.has(userId)) return
    if (opened.length > 0) announced.add(userId)
    else announced.delete(userId)
    announce([{ event: 'streamsOpened', user_id: userId, process, opened }])
  }

  /** Closes the oldest streams beyond the limit; ties within a ms are broken by process, so all processes agree. */
  const trim = (userId: number) => {
    const all: { opened: number; process: string; stream?: LiveStream }[] = streams
      .ofUser(userId)
      .map((stream) => ({ opened: stream.opened, process, stream }))
    for (const [other, opened] of remote.get(userId) ?? [])
      all.push(...opened.map((opened) => ({ opened, process: other })))
    all.sort((one, two) => one.opened - two.opened || (one.process < two.process ? -1 : 1))
    for (const { stream } of all.slice(0, Math.max(0, all.length - STREAMS_A_USER))) {
      if (!stream) continue
      streams.delete(stream)
      stream.end(RETRY_MS)
    }
  }

  return {
    opened: (userId: number) => {
      trim(userId)
      announceOwn(userId)
    },

    closed: (userId: number) => {
      if (announced.has(userId)) announceOwn(userId)
    },

    onRemote: ({ user_id: userId, process: other, opened }: StreamsChange) => {
      if (other === process) return
      const others = remote.get(userId) ?? new Map<string, readonly number[]>()
      if (opened.length > 0) others.set(other, opened)
      else others.delete(other)
      if (others.size > 0) remote.set(userId, others)
      else remote.delete(userId)
      trim(userId)
      const own = streams.ofUser(userId)
      if (opened.length === 0 || announced.has(userId) || own.length === 0) return
      announced.add(userId)
      announce([{ event: 'streamsOpened', user_id: userId, process, opened: own.map((stream) => stream.opened) }])
    },

    /** Drops processes that only have streams from before `since` (ms): those are over, and a dead process reports nothing. */
    forget: (since: number) => {
      for (const [userId, others] of remote) {
        for (const [other, opened] of others) if (opened.every((at) => at < since)) others.delete(other)
        if (others.size === 0) remote.delete(userId)
      }
    },
  }
}
