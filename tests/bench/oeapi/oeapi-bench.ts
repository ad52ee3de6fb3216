import { makeConnection } from '#api-server/oeapi/connections.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Engine } from '#tests/harness/places.ts'
import { teacherAfter } from '#tests/harness/school/bench-school.ts'
import { analyze, insertAll, range } from '#tests/harness/school/rows.ts'
import type { BenchOptions } from '../bench.ts'
import { atMost } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import { besideRow } from '../storm/message-beside.ts'
import { measureStorm, type StormOutcome } from '../storm/storm.ts'
import { type StormSize, stormSize } from '../storm/storm-size.ts'
import { type StormSubject, withStormSubject } from '../storm/storm-subject.ts'
import { type Harvest, harvest } from './harvest.ts'

const ASSOCIATIONS = 100_000
const GOAL_SECONDS = 60
/** ms of processor time of the servers for a page of 250 */
const GOAL_PAGE_MS = 15

/** `npm run bench oeapi`: how long another system reads 100,000 enrollments while all students come, and what that does to them. */
export async function benchOeapi({ students }: BenchOptions): Promise<BenchRow[]> {
  const size = stormSize(students)
  return [...(await benchOn('SQLite', size)), ...(await benchOn('PostgreSQL', size))]
}

async function benchOn(engine: Engine, size: StormSize): Promise<BenchRow[]> {
  const alone = await withSubject(engine, size, (subject) => measureStorm(subject, size))
  return withSubject(engine, size, async (subject) => {
    const { connection, secret } = await makeConnection(
      { database: subject.database, actorId: teacherAfter(size.students), now: Date.now() },
      { name: 'Ans', scopes: ['offerings.read', 'associations.read', 'results.read'] },
    )
    const reading = { port: subject.ports[0] ?? 0, clientId: connection.client_id, secret: secret ?? '' }
    const before = subject.processorTime()
    const quiet = await harvest(reading)
    const pageMs = ((subject.processorTime() - before) * 1_000) / quiet.pages
    const [beside, busy] = await Promise.all([measureStorm(subject, size), harvest(reading)])
    return rowsOf(engine, { alone, beside, quiet, busy, pageMs })
  })
}

/** Uses the same school in both measurements, since its size matters to each. */
const withSubject = <Result>(
  engine: Engine,
  { students }: StormSize,
  work: (subject: StormSubject) => Promise<Result>,
) =>
  withStormSubject({ engine, students }, async (subject) => {
    await fillPast(subject.database, students)
    return work(subject)
  })

/** Enrolls all students at as many moments long past as make up the associations. */
async function fillPast(database: Database, students: number): Promise<void> {
  const created_at = new Date().toISOString()
  for (let nth = 0; nth < Math.min(10, ASSOCIATIONS / students); nth += 1) {
    const { id } = await database.kysely
      .insertInto('testmoment')
      .values({ schoolyear_id: 1, date: `2020-03-${String(nth + 10)}`, duration: 'day', created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = range(students).map((user_id) => ({ user_id, testmoment_id: id, module_id: 1, created_at }))
    await database.transaction((trx) => insertAll(trx, 'enrollment', rows))
  }
  await analyze(database)
}

interface Measured {
  alone: StormOutcome
  beside: StormOutcome
  quiet: Harvest
  busy: Harvest
  pageMs: number
}

function rowsOf(engine: Engine, { alone, beside, quiet, busy, pageMs }: Measured): BenchRow[] {
  const read = ({ associations, pages, waits, seconds }: Harvest) =>
    `${associations} in ${pages} pages, ${seconds.toFixed(1)} s, sent away ${waits} times`
  return [
    {
      what: `enrollments read by another system in a storm, ${engine}`,
      measured: read(busy),
      reference: `without the storm: ${read(quiet)}`,
      ...atMost(busy.seconds, GOAL_SECONDS, (seconds) => `${seconds.toFixed(1)} s`),
    },
    {
      what: `processor time of a page of 250 of them without the storm, ${engine}`,
      measured: `${pageMs.toFixed(1)} ms`,
      reference: '–',
      ...atMost(pageMs, GOAL_PAGE_MS, (ms) => `${ms.toFixed(1)} ms`),
    },
    besideRow(`that storm on ${engine}, with that reading beside it`, alone, beside),
  ]
}
