import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { refreshed } from '#tests/harness/http/calls.ts'
import { startApi } from '#tests/harness/killable-server.ts'
import { type Seen, standBy } from '#tests/harness/people/bystander.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { logIn, openMoment, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { percentile } from '#tests/harness/statistics.ts'
import { addUser } from '#tests/support/api/test-school.ts'
import { freePort } from '#tests/support/free-port.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'
import type { AttackName, AttackOrder } from './attacker.ts'

interface Size {
  size: number
  lasting: number
}

/** `full` is what a release has to stand. */
const ATTACKS: readonly ({ name: AttackName; done: string } & Record<Extent, Size>)[] = [
  {
    name: 'pipelined',
    done: 'connections with 20 requests for the OpenAPI at once, unread',
    quick: { size: 30, lasting: 800 },
    full: { size: 100, lasting: 8_000 },
  },
  {
    name: 'slow bodies',
    done: 'bodies sent byte by byte',
    quick: { size: 600, lasting: 1_000 },
    full: { size: 1_600, lasting: 15_000 },
  },
  {
    name: 'idle',
    done: 'connections that say nothing',
    quick: { size: 600, lasting: 500 },
    full: { size: 5_000, lasting: 15_000 },
  },
  {
    name: 'streams',
    done: 'live streams of one student',
    quick: { size: 60, lasting: 800 },
    full: { size: 400, lasting: 5_000 },
  },
  {
    name: 'wide import',
    done: 'columns in an import',
    quick: { size: 100_000, lasting: 0 },
    full: { size: 700_000, lasting: 0 },
  },
  {
    name: 'password flood',
    done: 'addresses that guess five passwords each',
    quick: { size: 20, lasting: 0 },
    full: { size: 400, lasting: 0 },
  },
]

const LIVE_GOAL = 1_000
const MEMORY_GOAL = 60
/** Most times the memory from before the attack. */
const MEMORY_BACK = 1.3
/** Most memory (MB) that an attack may cost while it lasts: a small machine has 1,000 in all. */
const MEMORY_RISE = 350

const OWN_WRITES = {
  quick: { size: 100, lasting: 2_000 },
  full: { size: 100, lasting: 15_000 },
} satisfies Record<Extent, Size>

/** Most times slower for other clients than without an attack; within `UNNOTICED_MS` it always passes. */
const SLOWED_GOAL = 2
const UNNOTICED_MS = 10

/** Attacks by which one client could hinder all others. */
export const attacks: Fault = {
  quick: true,
  run: (extent) => onEach((place) => attack(place, extent, place.engine === 'SQLite' ? ATTACKS : [])),
}

async function attack(place: Place, extent: Extent, others: typeof ATTACKS): Promise<FaultRow[]> {
  const school = await seedFaultSchool(place.database, 30)
  const teacher = await addUser(place.database, { username: 'docent@faults.example', roles: 'ROLE_ADMIN' })
  const metrics = await freePort()
  const server = await startApi(place, { METRICS_PORT: String(metrics) })
  const { port, url } = server
  const [own, other] = school.students
  const [module_id] = school.modules
  if (!own || !other || module_id === undefined) throw new Error('the school lacks somebody')

  const tokenOf = async (refresh_token: string) => (await refreshed(url, refresh_token)).token
  const bystander = { user_id: own.id, testmoment_id: openMoment(school), module_id }
  const order = {
    port,
    student: await tokenOf(other.refresh_token),
    teacher: await tokenOf(await logIn(place.database, teacher)),
  }
  const look = { port, metrics, bystander, token: await tokenOf(own.refresh_token) }
  // Warms up: the time of the first answers is not caused by an attack.
  await watched(look, () => delay(1_000))
  const rows: FaultRow[] = []
  rows.push(await sufferOwnWrites(place.engine, look, { ...order, ...OWN_WRITES[extent], name: 'own writes' }))
  for (const { name, done, [extent]: size } of others)
    rows.push(await suffer(look, { ...order, ...size, name }, done, extent))
  await server.stop()
  return rows
}

interface Look {
  port: number
  metrics: number
  bystander: { user_id: number; testmoment_id: number; module_id: number }
  token: string
}

async function suffer(look: Look, order: AttackOrder, done: string, extent: Extent): Promise<FaultRow> {
  const before = await memoryOf(look.metrics)
  const { sight, result, most } = await watched(look, () => attacked(order))
  const { seconds, after } = await memoryBack(look.metrics, before, extent === 'full' ? MEMORY_GOAL : 0)
  const others = [...sight.reading, ...sight.enrolling]
  const served = others.filter(({ status }) => status === 200 || status === 201)
  const sentAway = others.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined)
  const failed = others.length - served.length - sentAway.length
  const unanswered = sight.live.filter(({ status }) => status !== 200).length
  const live = slowest(sight.live)
  return {
    fault: `attack: ${order.name}`,
    done: `${order.size} ${done}`,
    invariant: 'live 200 throughout; others are served, or told to come back in a moment',
    measured:
      `live ${sight.live.length - unanswered} of ${sight.live.length}, within ${live} ms; ` +
      `others ${served.length} served within ${slowest(served)} ms, ${sentAway.length} sent away, ${failed} otherwise; ` +
      `${result}; memory ${before} MB, ${most} at most, ${after} after ${seconds} s`,
    goal: `live ≤ ${LIVE_GOAL} ms; memory ≤ ${MEMORY_RISE} MB more, and ≤ ${MEMORY_BACK} × before within ${MEMORY_GOAL} s`,
    held: unanswered === 0 && failed === 0 && served.length > 0 && most - before <= MEMORY_RISE,
    late: live > LIVE_GOAL || (extent === 'full' && after > before * MEMORY_BACK),
  }
}

/** All of its writes want one row, its own: on PostgreSQL each that waits for it holds a connection. */
async function sufferOwnWrites(engine: string, look: Look, order: AttackOrder): Promise<FaultRow> {
  const { sight: calm } = await watched(look, () => delay(Math.min(order.lasting, 5_000)))
  const { sight, result } = await watched(look, () => attacked(order))
  const failed = [...sight.enrolling, ...sight.reading].filter(({ status }) => status !== 200 && status !== 201).length
  const [before, during] = [middle(calm.enrolling), middle(sight.enrolling)]
  return {
    fault: `attack: ${order.name}, ${engine}`,
    done: `${order.size} connections of one student that write their own row without a pause`,
    invariant: 'others are served, every time',
    measured: `enrolling p50 ${before.toFixed(1)} ms before and ${during.toFixed(1)} meanwhile, slowest ${slowest(sight.enrolling)}; ${failed} of others not served; ${result}`,
    goal: `p50 ≤ ${SLOWED_GOAL} × before, or ≤ ${UNNOTICED_MS} ms`,
    held: failed === 0 && sight.enrolling.length > 0,
    late: during > Math.max(before * SLOWED_GOAL, UNNOTICED_MS),
  }
}

const middle = (seen: readonly Seen[]): number =>
  percentile(
    seen.map(({ ms }) => ms),
    0.5,
  )

async function watched(look: Look, work: () => Promise<unknown>) {
  let most = 0
  let over = false
  const weighing = (async () => {
    for (; !over; await delay(200)) most = Math.max(most, await memoryOf(look.metrics))
  })()
  const bystander = standBy(look.port, look.bystander, look.token)
  const result = String(await work())
  over = true
  const [sight] = await Promise.all([bystander.leave(), weighing])
  return { sight, result, most }
}

export async function attacked(order: AttackOrder): Promise<string> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: order })
  const [result] = await once(worker, 'message')
  await worker.terminate()
  return String(result)
}

/** Looks until it is back, for `timeout` seconds. */
async function memoryBack(metrics: number, before: number, timeout: number) {
  const since = Date.now()
  for (;;) {
    const after = await memoryOf(metrics)
    const seconds = Math.round((Date.now() - since) / 1_000)
    if (after <= before * MEMORY_BACK || seconds >= timeout) return { seconds, after }
    await delay(500)
  }
}

/** MB */
async function memoryOf(metrics: number): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${metrics}/metrics`, { headers: { connection: 'close' } })).text()
  return Math.round(Number(/^process_resident_memory_bytes (\d+)$/m.exec(page)?.[1]) / 1e6)
}

const slowest = (seen: readonly Seen[]): number => Math.round(Math.max(0, ...seen.map(({ ms }) => ms)))
