import { sql } from 'kysely'
import { makeConnection } from '#api-server/oeapi/connections.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { BenchOptions } from '../bench.ts'
import { inChunks } from '../enroll/bench-school.ts'
import { teacherAfter } from '../live/live-school.ts'
import { percentile } from '../login/percentile.ts'
import type { BenchRow } from '../result-table.ts'
import type { Call } from '../storm/journal.ts'
import { type StormOutcome, storm } from '../storm/storm.ts'
import { type StormSize, stormSize } from '../storm/storm-size.ts'
import { type Engine, type StormSubject, startStormSubject } from '../storm/storm-subject.ts'
import { type Harvest, harvest } from './harvest.ts'

const ASSOCIATIONS = 100_000
const GOAL_SECONDS = 60
const WORSE_GOAL = 1.5
const CALLS: readonly Call[] = ['refresh', 'moments', 'modules', 'enrollment']

/** `npm run bench oeapi`: how long another system reads 100,000 enrollments while all students come, and what that does to them. */
export async function benchOeapi({ students }: BenchOptions): Promise<BenchRow[]> {
  const size = stormSize(students)
  return [...(await benchOn('SQLite', size)), ...(await benchOn('PostgreSQL', size))]
}

async function benchOn(engine: Engine, size: StormSize): Promise<BenchRow[]> {
  const alone = await withSubject(engine, size, (subject) => storm(subject, size))
  return withSubject(engine, size, async (subject) => {
    const { connection, secret } = await makeConnection(
      { database: subject.database, actorId: teacherAfter(size.students), now: Date.now() },
      { name: 'Ans', scopes: ['offerings.read', 'associations.read', 'results.read'] },
    )
    const reading = { port: subject.ports[0] ?? 0, clientId: connection.client_id, secret: secret ?? '' }
    const quiet = await harvest(reading)
    const [beside, busy] = await Promise.all([storm(subject, size), harvest(reading)])
    return rowsOf(engine, { alone, beside, quiet, busy })
  })
}

async function withSubject<Result>(
  engine: Engine,
  size: StormSize,
  work: (subject: StormSubject) => Promise<Result>,
): Promise<Result> {
  const subject = await startStormSubject(engine, size.students)
  try {
    // The same school in both, since its size matters to either.
    await fillPast(subject.database, size.students)
    return await work(subject)
  } finally {
    await subject.stop()
  }
}

/** Enrolls all students at as many moments long past as make up the associations. */
async function fillPast(database: Database, students: number): Promise<void> {
  const created_at = new Date().toISOString()
  for (let nth = 0; nth < Math.min(10, ASSOCIATIONS / students); nth += 1) {
    const { id } = await database.kysely
      .insertInto('testmoment')
      .values({ schoolyear_id: 1, date: `2020-03-${String(nth + 10)}`, duration: 'day', created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: students }, (_, index) => ({
      ...{ user_id: index + 1, testmoment_id: id, module_id: 1, created_at },
    }))
    await database.transaction(async (trx) => {
      for (const some of inChunks(rows)) await trx.insertInto('enrollment').values(some).execute()
    })
  }
  if (database.isRemote) await sql`analyze`.execute(database.kysely)
}

interface Measured {
  alone: StormOutcome
  beside: StormOutcome
  quiet: Harvest
  busy: Harvest
}

function rowsOf(engine: Engine, { alone, beside, quiet, busy }: Measured): BenchRow[] {
  const p99 = ({ journal }: StormOutcome, call: Call) => percentile(journal.times[call], 0.99)
  const worse = Math.max(...CALLS.map((call) => p99(beside, call) / p99(alone, call)))
  const inWords = (outcome: StormOutcome) =>
    CALLS.map((call) => `${call} p99 ${Math.round(p99(outcome, call))} ms`).join(', ')
  const read = ({ associations, pages, waits, seconds }: Harvest) =>
    `${associations} in ${pages} pages, ${seconds.toFixed(1)} s, sent away ${waits} times`
  return [
    {
      what: `enrollments read by another system in a storm, ${engine}`,
      measured: read(busy),
      reference: `without the storm: ${read(quiet)}`,
      figure: `${busy.seconds.toFixed(1)} s`,
      goal: `≤ ${GOAL_SECONDS} s`,
      reached: busy.seconds <= GOAL_SECONDS,
    },
    {
      what: `that storm on ${engine}, with that reading beside it`,
      measured: inWords(beside),
      reference: `without: ${inWords(alone)}`,
      figure: `at most × ${worse.toFixed(2)}`,
      goal: `≤ × ${WORSE_GOAL}`,
      reached: worse <= WORSE_GOAL,
    },
  ]
}
