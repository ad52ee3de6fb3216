import { setTimeout as delay } from 'node:timers/promises'
import { SeededRandom } from '#database/demo/drawn-students.ts'
import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import { Connection } from '#tests/harness/http/connection.ts'
import { askEnrollment, askModules, askMoments, askRefresh } from '#tests/harness/http/requests.ts'
import { MODULES } from '#tests/harness/school/bench-school.ts'
import { countOf } from '#tests/harness/school/rows.ts'
import { percentile } from '#tests/harness/statistics.ts'
import type { BenchOptions } from '../bench.ts'
import { atMost, plain } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import { callWhenDue, GaveUp } from './due-call.ts'
import { type Call, StormJournal } from './journal.ts'
import { OPENING } from './storm-school.ts'
import { type StormSubject, withStormSubject } from './storm-subject.ts'

/** Twice the university in mind, in the same half minute. */
const STUDENTS = 20_000
const SECONDS = 30
/** Each takes a module at the moment that opens and at two more: with the refresh and two lists six requests. */
const MOMENTS = [OPENING, 2, 3]
const REQUESTS = 3 + MOMENTS.length
/** ms after the refresh: the lists, then a tap and the next ones */
const DUE = { moments: 200, modules: 400, taps: [1_500, 2_500, 3_500] }
const PATIENCE_MS = 90_000
/** ms before, to settle after seeding; and after, when memory is looked at again */
const BEFORE_MS = 5_000
const AFTER_MS = 60_000

const CPU_GOAL_US = 180
const MEMORY_GOAL = { during: 2.5, after: 1.3 }

/**
 * `npm run bench crowd`: what one API process on SQLite takes of the processor and of memory, where twice as many come as
 * it is meant for.
 */
export function benchCrowd({ students = STUDENTS }: BenchOptions): Promise<BenchRow[]> {
  return withStormSubject({ engine: 'SQLite', students }, async (subject) => {
    await delay(BEFORE_MS)
    const idle = subject.memory()
    const most = watch(subject.memory)
    await subject.open()
    const before = subject.processorTime()
    const journal = await comeAll(subject, students)
    const processorTime = subject.processorTime() - before
    const peak = most()
    const kept = await countOf(subject.database.kysely.selectFrom('enrollment').where('testmoment_id', 'in', MOMENTS))
    await delay(AFTER_MS)
    return rowsOf(students, { journal, processorTime, kept, memory: { idle, peak, after: subject.memory() } })
  })
}

/** The most of what `read` gives, looked at some times a second until it is asked. */
function watch(read: () => number): () => number {
  let most = read()
  const timer = setInterval(() => {
    most = Math.max(most, read())
  }, 200)
  return () => {
    clearInterval(timer)
    return Math.max(most, read())
  }
}

async function comeAll({ ports, refreshTokens }: StormSubject, students: number): Promise<StormJournal> {
  const random = new SeededRandom(9)
  const journal = new StormJournal()
  const started = performance.now()
  const visits = Array.from({ length: students }, (_, index) => ({
    user_id: index + 1,
    refreshToken: refreshTokens[index + 1] ?? '',
    arrives: started + random.next() * ((SECONDS * 1_000 * students) / STUDENTS),
    until: started + SECONDS * 1_000 + PATIENCE_MS,
    port: ports[0] ?? 0,
  }))
  await Promise.all(visits.map((plan) => come(plan, journal)))
  journal.settledAfter = performance.now() - started
  return journal
}

interface Plan {
  user_id: number
  refreshToken: string
  /** times by `performance.now()`: of arrival, and of giving up */
  arrives: number
  until: number
  port: number
}

async function come({ user_id, refreshToken, arrives, until, port }: Plan, journal: StormJournal): Promise<void> {
  await delay(Math.max(0, arrives - performance.now() - 2))
  const connection = new Connection(port)
  const ask = async (call: Call, request: string, due: number, expected: number) => {
    const answer = await callWhenDue(connection, { call, request, due, until }, journal)
    if (answer.status !== expected) journal.fail(`${call}: ${answer.status} ${answer.body.slice(0, 100)}`)
    return answer
  }
  try {
    const { body } = await ask('refresh', askRefresh(refreshToken), arrives, 200)
    const { token }: SessionTokens = JSON.parse(body)
    await ask('moments', askMoments(user_id, token), arrives + DUE.moments, 200)
    await ask('modules', askModules(user_id, token), arrives + DUE.modules, 200)
    for (const [nth, testmoment_id] of MOMENTS.entries()) {
      const module_id = ((user_id + nth) % MODULES) + 1
      const request = askEnrollment({ user_id, testmoment_id, module_id }, token)
      await ask('enrollment', request, arrives + (DUE.taps[nth] ?? 0), 201)
    }
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error // journal.fail has counted this one
  } finally {
    connection.close()
  }
}

interface Outcome {
  journal: StormJournal
  /** s */
  processorTime: number
  /** enrollments that the database has */
  kept: number
  /** kB */
  memory: { idle: number; peak: number; after: number }
}

function rowsOf(students: number, { journal, processorTime, kept, memory }: Outcome): BenchRow[] {
  const { times, errors, sentAway } = journal
  const all = Object.values(times).flat()
  const each = (processorTime / (students * REQUESTS)) * 1_000_000
  const p99 = Math.round(percentile(all, 0.99))
  const wrong = [...errors].map(([what, count]) => `${count} × ${what}`)
  const isWhole = wrong.length === 0 && kept === students * MOMENTS.length
  const seconds = (SECONDS * students) / STUDENTS
  const storm = `storm of ${students} students in ${seconds} s on SQLite, one process`
  const megabytes = (kB: number) => Math.round(kB / 1_024)
  const memoryRow = (when: 'during' | 'after', kB: number): BenchRow => ({
    what: when === 'during' ? 'memory of that process during that storm' : 'the same, a minute after it',
    measured: `${megabytes(kB)} MB`,
    reference: `${megabytes(memory.idle)} MB before it`,
    ...atMost(kB / memory.idle, MEMORY_GOAL[when], (times) => `× ${plain(times)}`),
  })
  return [
    {
      what: `${storm}: processor of a request`,
      measured: `${processorTime.toFixed(1)} s for ${all.length} answers; p99 ${p99} ms`,
      reference: '–',
      ...atMost(each, CPU_GOAL_US, (us) => `${us.toFixed(0)} µs`),
    },
    {
      what: 'what those students heard, and what was kept',
      measured: [`${kept} enrollments kept, ${sentAway} × 503 + Retry-After`, ...wrong].join('; '),
      reference: '–',
      figure: isWhole ? 'all as meant' : `${wrong.length} kinds of errors`,
      goal: 'all as meant',
      reached: isWhole,
    },
    memoryRow('during', memory.peak),
    memoryRow('after', memory.after),
  ]
}
