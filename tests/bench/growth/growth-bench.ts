import { createSecretKey } from 'node:crypto'
import { rmSync } from 'node:fs'
import { successorOf } from '#api-server/sessions/tokens.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { readKeys } from '#server/keys.ts'
import { load } from '#tests/harness/http/closed-loop.ts'
import { wholeRequest } from '#tests/harness/http/requests.ts'
import { newFolder, onEach, type Place } from '#tests/harness/places.ts'
import { startBenchServer } from '#tests/harness/programs.ts'
import { logInAll, range } from '#tests/harness/school/rows.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { median, percentile } from '#tests/harness/statistics.ts'
import { growSchool } from '#tests/support/growth/grow-school.ts'
import type { BenchOptions } from '../bench.ts'
import type { BenchRow } from '../result-table.ts'
import { type HotCall, hotCalls } from './hot-calls.ts'

const SIZES = [1_000, 10_000, 100_000]
const ROUNDS = 5
const SECONDS = 0.3
/** Enrollments of each student in earlier years: a million at the largest school. */
const ENROLLMENTS_EACH = 10

/** Most times slower that a look-up may be in the largest school than in the smallest. */
const GOAL_TIMES = 2
/** Most times slower per student that counting everything may be than in the next smaller school. */
const GOAL_COUNTING = 1.5

/** Prime, so that the next turn is somebody's far away, and everyone's comes before anyone's second. */
const STRIDE = 7_919

/**
 * `npm run bench growth`: what each call takes as the school grows to a hundred times its size, and to a million
 * enrollments. All sizes are asked in turn.
 */
export async function benchGrowth({ students = Number.POSITIVE_INFINITY }: BenchOptions): Promise<BenchRow[]> {
  const sizes = SIZES.filter((size) => size <= students)
  return onEach((place) => rowsOn(place, sizes), { migrated: false })
}

/** A row for each call: what it takes in the largest school, beside the smaller ones. */
async function rowsOn({ engine, another }: Place, sizes: readonly number[]): Promise<BenchRow[]> {
  const subjects: GrownSubject[] = []
  try {
    for (const size of sizes) subjects.push(await startGrownSubject(await another(`school_${size}`), size))
    const measured = await measure(subjects)
    return hotCalls.map((call) => row(call, engine, measured.get(call) ?? []))
  } finally {
    for (const subject of subjects) await subject.stop()
  }
}

type GrownSubject = Awaited<ReturnType<typeof startGrownSubject>>

/** An API server on a school of some size, at an empty database that nobody else uses. */
async function startGrownSubject(url: string, students: number) {
  const now = Date.now()
  const dataDir = newFolder()
  const school = openDatabase(url, { timeout: 600_000 })
  await migrate(school)
  await growSchool(school, { students, enrollmentsEach: ENROLLMENTS_EACH, now })
  const phones = ['', ...(await logInAll(school.kysely, range(students), now))]
  await school.close()
  const key = createSecretKey((await readKeys(dataDir)).refreshToken)
  const tokens = await signTokens(dataDir, students + 1)
  const { port, stop } = await startBenchServer({ url, dataDir })
  const asked = new Map<HotCall, number>()

  const refresh = (student: number): string => {
    const token = phones[student] ?? ''
    phones[student] = successorOf(token, key)
    return token
  }
  const next = (call: HotCall): string => {
    const n = asked.get(call) ?? 0
    asked.set(call, n + 1)
    const student = ((n * STRIDE) % students) + 1
    const by = { nobody: undefined, student: tokens[student], teacher: tokens[students + 1] }
    return wholeRequest({ ...call.ask({ students, student, n, refresh }), token: by[call.by] })
  }
  return {
    students,
    /** one request at a time; ms of each, all of them answered with success */
    ask: async (call: HotCall) => {
      const options = { port, connections: 1, seconds: SECONDS, next: () => next(call) }
      const { statuses, latencies } = await load(options)
      const failed = [...statuses].filter(([status]) => status !== 200 && status !== 201)
      if (failed.length > 0) throw new Error(`${call.what} was answered ${failed}`)
      return latencies
    },
    stop: () => stop().then(() => rmSync(dataDir, { recursive: true })),
  }
}

interface Measured {
  students: number
  p50: number
  p99: number
}

/**
 * Measures each call in each school, in that order and in rounds, so that what slows the machine for a while slows
 * them all.
 */
async function measure(subjects: readonly GrownSubject[]): Promise<Map<HotCall, Measured[]>> {
  for (const call of hotCalls) for (const subject of subjects) await subject.ask(call)
  const rounds = new Map(hotCalls.map((call) => [call, subjects.map((): number[][] => [])]))
  for (let round = 0; round < ROUNDS; round++)
    for (const call of hotCalls)
      for (const [index, subject] of subjects.entries()) rounds.get(call)?.[index]?.push(await subject.ask(call))
  return new Map(
    [...rounds].map(([call, bySchool]) => [
      call,
      bySchool.map((all, index) => ({
        students: subjects[index]?.students ?? 0,
        p50: median(all.map((latencies) => median(latencies))),
        p99: median(all.map((latencies) => percentile(latencies, 0.99))),
      })),
    ]),
  )
}

function row(call: HotCall, engine: string, schools: readonly Measured[]): BenchRow {
  const [smallest, largest] = [schools.at(0), schools.at(-1)]
  if (!smallest || !largest) throw new Error('no school is that small')
  const smaller = schools.at(-2) ?? largest
  const times = call.counts
    ? largest.p50 / largest.students / (smaller.p50 / smaller.students)
    : largest.p50 / smallest.p50
  const goal = call.counts ? GOAL_COUNTING : GOAL_TIMES
  return {
    what: `${call.what}, ${engine}`,
    measured: inWords(largest),
    reference: schools.slice(0, -1).map(inWords).join(' · '),
    figure: `${times.toFixed(2)} ×${call.counts ? ' a student' : ''}`,
    goal: `≤ ${goal} ×`,
    reached: times <= goal,
  }
}

const inWords = ({ students, p50, p99 }: Measured) =>
  `${students.toLocaleString('en')} students: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`
