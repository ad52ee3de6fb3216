import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { load } from '#tests/harness/http/closed-loop.ts'
import { isSentAway, type OpenLoopAnswer, sendOpenLoop } from '#tests/harness/http/open-loop.ts'
import { askEnrollment, askModules, askMoments } from '#tests/harness/http/requests.ts'
import { clearEnrollments, MODULES } from '#tests/harness/school/bench-school.ts'
import { percentile, sum } from '#tests/harness/statistics.ts'
import { OPENING } from './storm-school.ts'
import type { StormSubject } from './storm-subject.ts'

export const TIMES = 3
const CONNECTIONS = 50
const LOOK_MS = 200
/** for the way back */
const PATIENCE_MS = 30_000
/** Number of good answers in a row after which the server counts as recovered. */
const GOOD_ANSWERS = 10

export interface Overload {
  /** useful answers a second when nobody waits for a place */
  peak: number
  offered: number
  /** answered a second, one way or the other */
  answered: number
  /** useful answers a second while three times as many came */
  goodput: number
  /** share of the time in which the sender had something to do: close to 1, it is the sender that is measured */
  senderBusy: number
  /** µs of the API servers' processors for each useful answer: at the peak, and with the refusals of the overload */
  cost: { atPeak: number; useful: number }
  p99: number
  /** 503 with Retry-After of at most a second */
  sentAway: number
  /** all but these and the useful ones, by status; 0 for a connection that broke */
  others: ReadonlyMap<number, number>
  /** answers of /health/live meanwhile, and how long the slowest took (ms) */
  alive: { asked: number; failed: number; slowest: number }
  /** ms from the last of the crowd until all is answered again */
  recovered: number
}

/**
 * Finds out what the servers can do of a storm's requests, two lists to one enrollment, and then sends three times as many
 * for so long. Those who are asked to come back do: they are among the others.
 */
export async function overload(
  subject: StormSubject,
  { students, seconds, peakSeconds }: { students: number; seconds: number; peakSeconds: number },
): Promise<Overload> {
  const { ports, database } = subject
  const next = await requestsOf(subject, students)
  let n = 0
  const before = subject.processorTime()
  const rounds = await Promise.all(
    ports.map((port) => load({ port, connections: CONNECTIONS, seconds: peakSeconds, next: () => next(n++) })),
  )
  const refused = rounds.flatMap(({ statuses }) => [...statuses.keys()]).filter((status) => status >= 300)
  if (refused.length > 0) throw new Error(`refused without an overload: ${refused.join()}`)
  const peak = sum(rounds, ({ perSecond }) => perSecond)
  const costAtPeak = (subject.processorTime() - before) / sum(rounds, ({ answered }) => answered)
  await clearEnrollments(database)

  const busyBefore = performance.eventLoopUtilization()
  const watch = watchLife(ports[0] ?? 0)
  const offered = Math.round(TIMES * peak)
  const sending = subject.processorTime()
  const answers = await sendOpenLoop({ ports, perSecond: offered, seconds, people: students, next })
  const { utilization: senderBusy } = performance.eventLoopUtilization(busyBefore)
  const alive = await watch.stop()
  const spent = subject.processorTime() - sending
  const recovered = await timeToRecover(ports, next)

  const useful = answers.filter(isUseful)
  const sentAway = answers.filter(isSentAway).length
  const others = answers.filter((answer) => !isUseful(answer) && !isSentAway(answer))
  return {
    peak,
    offered,
    senderBusy,
    cost: { atPeak: costAtPeak * 1e6, useful: (spent / useful.length) * 1e6 },
    answered: answers.filter(({ at }) => at <= seconds * 1_000).length / seconds,
    goodput: useful.filter(({ at }) => at <= seconds * 1_000).length / seconds,
    p99: useful.length > 0 ? percentile(useful.map(latencyOf), 0.99) : Number.NaN,
    sentAway,
    others: new Map([...Map.groupBy(others, ({ status }) => status)].map(([status, { length }]) => [status, length])),
    alive,
    recovered,
  }
}

const isUseful = ({ status }: Pick<OpenLoopAnswer, 'status'>) => status === 200 || status === 201
const latencyOf = ({ latency }: OpenLoopAnswer) => latency

/** Both lists of a student, and an enrollment that is new and allowed as long as there are any: at the moments that were open all along. */
async function requestsOf({ accessTokens, database }: StormSubject, students: number) {
  await clearEnrollments(database)
  return (n: number): string => {
    const turn = Math.floor(n / 3)
    const user_id = (turn % students) + 1
    const token = accessTokens[user_id] ?? ''
    if (n % 3 === 0) return askMoments(user_id, token)
    if (n % 3 === 1) return askModules(user_id, token)
    const module = Math.floor(turn / students) % MODULES
    return askEnrollment({ user_id, testmoment_id: OPENING + 1 + (module % 3), module_id: module + 1 }, token)
  }
}

function watchLife(port: number) {
  const stopping = new AbortController()
  const alive = { asked: 0, failed: 0, slowest: 0 }
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const asked = performance.now()
      const reply = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)
      alive.asked += 1
      if (!reply?.ok) alive.failed += 1
      await reply?.arrayBuffer()
      alive.slowest = Math.max(alive.slowest, performance.now() - asked)
      await delay(LOOK_MS)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      return alive
    },
  }
}

/** One request after the other, as many as are needed; Infinity when there is no end to it. */
async function timeToRecover(ports: readonly number[], next: (n: number) => string): Promise<number> {
  const started = performance.now()
  for (let good = 0, n = 0; performance.now() - started < PATIENCE_MS; n++) {
    const [answer] = await sendOpenLoop({ ports, perSecond: 1, seconds: 1, people: 1, next: () => next(3 * n) })
    good = answer && isUseful(answer) ? good + 1 : 0
    if (good === GOOD_ANSWERS) return performance.now() - started
  }
  return Number.POSITIVE_INFINITY
}
