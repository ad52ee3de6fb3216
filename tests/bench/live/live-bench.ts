import { LONGEST_SPREAD_MS } from '#api-server/platform/live/live-hub.ts'
import { type Comparison, compare } from '../enroll/rounds.ts'
import { percentile } from '../login/percentile.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { startBareServer } from './bare-server-process.ts'
import { type Filling, fillSeats } from './filling-seats.ts'
import { type Listeners, openListeners } from './listeners.ts'
import { startLiveSubject } from './live-subject.ts'
import { type Refetching, refetchAll } from './refetching.ts'
import { residentMemory } from './resident-memory.ts'

const CONNECTIONS = 5_000
const ROUNDS = 3
/** of the 2 s within which an open screen shows a change */
const TELLING_GOAL = 500
const SHOWN_GOAL = 2_000
/** of a core, for telling how many seats are left */
const SEATS_GOAL = 0.1

interface Held {
  /** kB for each connection */
  memory: number
  /** kB of the whole process */
  whole: number
  listeners: Listeners
  /** ms until the last has heard of a change */
  announce(): Promise<number>
}

/** `npm run bench live`: 5,000 open connections on one API process, beside as many on Node's bare server. */
export async function benchLive(): Promise<BenchRow[]> {
  const bareServer = await startBareServer()
  const subject = await startLiveSubject()
  try {
    const bare = await hold(bareServer, {
      requests: Array.from({ length: CONNECTIONS }, () => 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
      change: async () => void (await fetch(`http://127.0.0.1:${bareServer.port}/tell`)),
    })
    const held = await hold(subject, { requests: subject.listening(CONNECTIONS), change: subject.change })
    const announced = await compare(held.announce, bare.announce)
    bare.listeners.close()

    const refetch = (spread: number) => refetchAll(subject, held.listeners, { count: CONNECTIONS, spread })
    await refetch(LONGEST_SPREAD_MS) // what runs for the first time runs slower
    const spread: Refetching[] = []
    const atOnce: Refetching[] = []
    for (let round = 0; round < ROUNDS; round++) {
      spread.push(await refetch(LONGEST_SPREAD_MS))
      atOnce.push(await refetch(0))
    }
    const filling = (limited: boolean) => fillSeats(subject, held.listeners, { screens: CONNECTIONS, limited })
    const [full, unlimited] = [await filling(true), await filling(false)]
    held.listeners.close()
    return [memoryRow(held, bare), announcingRow(announced), shownRow(spread, atOnce), seatsRow(full, unlimited)]
  } finally {
    await bareServer.stop()
    await subject.stop()
  }
}

async function hold(
  { port, pid }: { port: number; pid: number },
  { requests, change }: { requests: readonly string[]; change: () => Promise<void> },
): Promise<Held> {
  const before = residentMemory(pid)
  const listeners = await openListeners(port, requests)
  const whole = residentMemory(pid)
  const announce = async () => {
    const heard = listeners.nextHeard()
    await change()
    return Math.max(...(await heard))
  }
  return { memory: (whole - before) / CONNECTIONS, whole, listeners, announce }
}

const memoryRow = (held: Held, bare: Held): BenchRow => ({
  what: `memory of ${CONNECTIONS} open connections`,
  measured: `${held.memory.toFixed(1)} kB each, process ${Math.round(held.whole / 1024)} MB`,
  reference: `Node's bare server: ${bare.memory.toFixed(1)} kB each`,
  figure: `${(held.memory / bare.memory).toFixed(2)} ×`,
  goal: '≤ 2 ×',
  reached: held.memory <= 2 * bare.memory,
})

const announcingRow = ({ measured, reference }: Comparison): BenchRow => ({
  what: `a teacher's change told to ${CONNECTIONS}`,
  measured: `the last after ${Math.round(measured)} ms`,
  reference: `Node's bare server: ${Math.round(reference)} ms`,
  figure: `${Math.round(measured)} ms`,
  goal: `≤ ${TELLING_GOAL} ms`,
  reached: measured <= TELLING_GOAL,
})

/** Of each the median of the rounds, since the machine is shared. */
function shownRow(spread: readonly Refetching[], atOnce: readonly Refetching[]): BenchRow {
  const share = (rounds: readonly Refetching[], part: number) =>
    Math.round(median(rounds.map(({ times }) => percentile(times, part))))
  const said = (rounds: readonly Refetching[]) =>
    `p50 ${share(rounds, 0.5)}, p99 ${share(rounds, 0.99)} ms, ${median(rounds.map(({ refused }) => refused))} × 503`
  const p99 = share(spread, 0.99)
  return {
    what: `both lists of ${CONNECTIONS} fetched anew, from the change on`,
    measured: said(spread),
    reference: `all at once: ${said(atOnce)}`,
    figure: `p99 ${p99} ms`,
    goal: `≤ ${SHOWN_GOAL} ms`,
    reached: p99 <= SHOWN_GOAL,
  }
}

function seatsRow(full: Filling, unlimited: Filling): BenchRow {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const telling = full.share - unlimited.share
  return {
    what: `2,000 seats taken in 30 s, told to ${CONNECTIONS}`,
    measured: `${full.heard.toFixed(1)} numbers each, none asked for; ${percent(full.share)} of a core`,
    reference: `a moment without a limit: ${percent(unlimited.share)}`,
    figure: `${percent(telling)} of a core`,
    goal: `≤ ${percent(SEATS_GOAL)}`,
    reached: telling <= SEATS_GOAL && full.heard >= 1,
  }
}
