import { setTimeout as delay } from 'node:timers/promises'
import { LONGEST_SPREAD_MS } from '#api-server/platform/live/live-hub.ts'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { editTestmoment } from '#contract/testmoments.gen.ts'
import { mustCall } from '#tests/harness/http/calls.ts'
import { Connection } from '#tests/harness/http/connection.ts'
import { type Listeners, openListeners } from '#tests/harness/http/listeners.ts'
import { askHealth, askModules, askMoments, askStream, wholeRequest } from '#tests/harness/http/requests.ts'
import { openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { processorTime, residentMemory } from '#tests/harness/process-figures.ts'
import { startBenchServer, startServerProgram } from '#tests/harness/programs.ts'
import { seedBenchSchool, teacherAfter } from '#tests/harness/school/bench-school.ts'
import { range } from '#tests/harness/school/rows.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { median, percentile } from '#tests/harness/statistics.ts'
import { atMost, type Comparison, inMs, takeTurns } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'

const CONNECTIONS = 5_000
const ROUNDS = 3
/** Part of the 2 s within which an open screen shows a change. */
const ANNOUNCING_GOAL_MS = 500
const SHOWN_GOAL_MS = 2_000
/** share of a core for the events about free seats */
const SEATS_GOAL = 0.1
/** 2,000 seats in half a minute, or part of it. */
const SEATS_A_SECOND = 2_000 / 30
const FILLING_SECONDS = 12

/** `npm run bench live`: 5,000 open connections on one API process, beside as many on Node's bare server. */
export const benchLive = (): Promise<BenchRow[]> => within(openSqlitePlace(), rowsOn)

async function rowsOn(place: Place): Promise<BenchRow[]> {
  const bareServer = await startServerProgram('tests/bench/live/bare-server.ts')
  const subject = await startLiveSubject(place)
  try {
    const bare = await hold(bareServer, {
      requests: range(CONNECTIONS).map(() => wholeRequest({ path: '/' })),
      change: () => fetch(`http://127.0.0.1:${bareServer.port}/tell`),
    })
    const held = await hold(subject, { requests: range(CONNECTIONS).map(subject.listening), change: subject.change })
    const compared = await takeTurns({ bare: bare.announce, ours: held.announce })
    bare.listeners.close()

    const refetch = (spread: number) => refetchAll(subject, held.listeners, spread)
    await refetch(LONGEST_SPREAD_MS) // The first round is not counted, since code runs slower the first time.
    const spread: Refetching[] = []
    const atOnce: Refetching[] = []
    for (let round = 0; round < ROUNDS; round++) {
      spread.push(await refetch(LONGEST_SPREAD_MS))
      atOnce.push(await refetch(0))
    }
    const [full, unlimited] = [await fillSeats(subject, held, true), await fillSeats(subject, held, false)]
    held.listeners.close()
    return [
      memoryRow(held, bare),
      announcingRow(compared('ours', 'bare')),
      shownRow(spread, atOnce),
      seatsRow(full, unlimited),
    ]
  } finally {
    await bareServer.stop()
    await subject.stop()
  }
}

type LiveSubject = Awaited<ReturnType<typeof startLiveSubject>>

/** An API server on SQLite with 10,000 students and a teacher. */
async function startLiveSubject({ url, dataDir, fill }: Place) {
  await fill(seedBenchSchool)
  const teacher = teacherAfter()
  const tokens = await signTokens(dataDir)
  const server = await startBenchServer({ url, dataDir })
  const origin = `http://127.0.0.1:${server.port}`
  const edit = (id: number, body: object) =>
    mustCall(origin, editTestmoment, { params: { schoolyear_id: 1, id }, token: tokens[teacher], body })
  let slots = 20
  return {
    ...server,
    /** request of the stream of student `id`, from 1 */
    listening: (id: number) => askStream(tokens[id] ?? ''),
    /** requests of the lists on their screen */
    fetching: (id: number) => [askMoments(id, tokens[id] ?? ''), askModules(id, tokens[id] ?? '')],
    /** a teacher changes a moment */
    change: () => {
      slots += 1
      return edit(1, { max_enrollments: slots })
    },
    /** or says how many students fit */
    limit: (momentId: number, seats: number) => edit(momentId, { seats }),
    enroll: (user_id: number, testmoment_id: number) => {
      const body = { user_id, testmoment_id, module_id: testmoment_id }
      return mustCall(origin, createEnrollment, { token: tokens[user_id], body })
    },
  }
}

interface Held {
  /** kB for each connection */
  memory: number
  /** kB of the whole process */
  whole: number
  listeners: Listeners
  /** ms until the last one received a change */
  announce(): Promise<number>
}

async function hold(
  { port, pid }: { port: number; pid: number },
  { requests, change }: { requests: readonly string[]; change: () => Promise<unknown> },
): Promise<Held> {
  const before = residentMemory(pid)
  const listeners = await openListeners(port, requests)
  const whole = residentMemory(pid)
  const announce = async () => {
    const received = listeners.nextReceived()
    await change()
    return Math.max(...(await received))
  }
  return { memory: (whole - before) / CONNECTIONS, whole, listeners, announce }
}

/** Time that the app's client waits after a refusal (ms). */
const RETRY_AFTER = 1_000
/** Connections opened at the same time. */
const DIALLING = 100

interface Refetching {
  /** ms from the change until each student's lists were there */
  times: number[]
  /** answered 503, and asked again */
  refused: number
}

/**
 * All listeners fetch what their screen shows when they receive a change, over connections that are open already, as a
 * browser's are; each at a random moment within `spread` ms.
 */
async function refetchAll(subject: LiveSubject, listeners: Listeners, spread: number): Promise<Refetching> {
  const screens = range(CONNECTIONS).map(() => new Connection(subject.port))
  for (let from = 0; from < CONNECTIONS; from += DIALLING)
    await Promise.all(screens.slice(from, from + DIALLING).map((screen) => screen.ask(askHealth('live'))))
  let refused = 0
  const times: number[] = []
  const done = Promise.withResolvers<void>()
  const started = performance.now()

  const fetchLists = async (place: number) => {
    await delay(Math.random() * spread)
    for (const request of subject.fetching(place + 1))
      while ((await screens[place]?.ask(request))?.status === 503) {
        refused += 1
        await delay(RETRY_AFTER)
      }
    times.push(performance.now() - started)
    if (times.length === CONNECTIONS) done.resolve()
  }
  listeners.onReceived((place) => void fetchLists(place).catch(done.reject))
  await subject.change()
  await done.promise
  for (const screen of screens) screen.close()
  return { times, refused }
}

interface Filling {
  /** how many numbers of free seats each screen received */
  received: number
  /** share of one core that the server used meanwhile */
  share: number
}

/**
 * Students without a screen take the seats of a moment, evenly, while open screens that send no requests show the
 * free seats. `isLimited`: the moment has as many seats as are taken; otherwise it has no limit, and there are no
 * events.
 */
async function fillSeats(subject: LiveSubject, { listeners }: Held, isLimited: boolean): Promise<Filling> {
  const seats = Math.round(SEATS_A_SECOND * FILLING_SECONDS)
  const moment = isLimited ? 1 : 2
  await subject.limit(moment, isLimited ? seats : 0)
  let received = 0
  listeners.onReceived(() => {
    received += 1
  }, 'seatsChanged')
  const before = processorTime([subject.pid])
  const started = performance.now()
  const enrolled: Promise<unknown>[] = []
  for (let taken = 0; taken < seats; taken++) {
    await delay(Math.max(0, started + (taken * 1_000) / SEATS_A_SECOND - performance.now()))
    enrolled.push(subject.enroll(CONNECTIONS + taken + 1, moment))
  }
  await Promise.all(enrolled)
  // The last number comes a second after the one before.
  await delay(1_500)
  const took = performance.now() - started
  return { received: received / CONNECTIONS, share: (processorTime([subject.pid]) - before) / (took / 1_000) }
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
  ...atMost(measured, ANNOUNCING_GOAL_MS, inMs),
})

/** Takes the median of the rounds for each figure, since the machine is shared. */
function shownRow(spread: readonly Refetching[], atOnce: readonly Refetching[]): BenchRow {
  const share = (rounds: readonly Refetching[], part: number) =>
    Math.round(median(rounds.map(({ times }) => percentile(times, part))))
  const said = (rounds: readonly Refetching[]) =>
    `p50 ${share(rounds, 0.5)}, p99 ${share(rounds, 0.99)} ms, ${median(rounds.map(({ refused }) => refused))} × 503`
  return {
    what: `both lists of ${CONNECTIONS} fetched anew, from the change on`,
    measured: said(spread),
    reference: `all at once: ${said(atOnce)}`,
    ...atMost(share(spread, 0.99), SHOWN_GOAL_MS, (ms) => `p99 ${inMs(ms)}`),
  }
}

function seatsRow(full: Filling, unlimited: Filling): BenchRow {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const announcing = full.share - unlimited.share
  return {
    what: `2,000 seats taken in 30 s, told to ${CONNECTIONS}`,
    measured: `${full.received.toFixed(1)} numbers each, none asked for; ${percent(full.share)} of a core`,
    reference: `a moment without a limit: ${percent(unlimited.share)}`,
    figure: `${percent(announcing)} of a core`,
    goal: `≤ ${percent(SEATS_GOAL)}`,
    reached: announcing <= SEATS_GOAL && full.received >= 1,
  }
}
