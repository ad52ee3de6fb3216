import { setTimeout as delay } from 'node:timers/promises'
import type { BodyOf, Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { previewPublication, publishResults } from '#contract/results.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { mustCall, refreshed } from '#tests/harness/http/calls.ts'
import { type KillableServer, NO_MAIL, startApi } from '#tests/harness/killable-server.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { logIn } from '#tests/harness/school/fault-school.ts'
import { addUsers, countOf } from '#tests/harness/school/rows.ts'
import { addModule, addMoment, addUser, addYear } from '../../support/api/test-school.ts'
import { type Extent, type Fault, type FaultRow, onlyPostgresWhenQuick } from '../fault-row.ts'

const SIZES = { quick: { kills: 3, students: 400 }, full: { kills: 60, students: 2_000 } }
const MODULES = 3

/** kill -9 of the API server while a teacher publishes: all of it is done or nothing. In CI on PostgreSQL alone, for its length. */
export const killPublishing: Fault = {
  quick: true,
  run: (extent) => onEach((place) => killServer(place, extent), onlyPostgresWhenQuick(extent)),
}

async function killServer(place: Place, extent: Extent): Promise<FaultRow> {
  const { database, engine } = place
  const { kills, students } = SIZES[extent]
  const school = await seedTest(database, students)
  const server = await startApi(place, NO_MAIL)

  await typeResults(database, school)
  const since = performance.now()
  await publish(await teacherOf(server, school, database), school.moment)
  const undisturbed = performance.now() - since
  const outcomes = { nothing: 0, all: 0, half: 0 }
  outcomes[await judge(database, students * MODULES)] += 1

  for (let kill = 0; kill < kills; kill++) {
    await typeResults(database, school)
    const teacher = await teacherOf(server, school, database)
    const { confirmation } = await teacher(previewPublication, school.moment, {})
    const asked = teacher(publishResults, school.moment, { confirmation }).catch(() => undefined)
    await delay(Math.random() * undisturbed)
    await server.kill()
    await asked
    // The database finishes the killed server's work before the next server is ready.
    await server.start()
    outcomes[await judge(database, students * MODULES)] += 1
    if ((await countPublished(database)) > 0) continue
    await publish(await teacherOf(server, school, database), school.moment)
    outcomes[await judge(database, students * MODULES)] += 1
  }
  await server.stop()
  return {
    fault: `kill -9 of the API server while it publishes, ${engine}`,
    done: `${kills} kills while ${students * MODULES} results are published, ${outcomes.nothing} of them before it was done`,
    invariant: 'all is published, with completions, ended enrollments and one letter for each, or nothing is',
    measured: `${outcomes.all} times all, ${outcomes.nothing} times nothing, ${outcomes.half} times something else`,
    goal: 'never something else',
    held: outcomes.half === 0,
  }
}

interface TestTaken {
  moment: number
  /** at which all of them are enrolled in the same modules */
  later: number
  modules: number[]
  students: number[]
  teacher: number
}

async function seedTest(database: Database, count: number): Promise<TestTaken> {
  const schoolyear_id = await addYear(database, 'Nu', true)
  const today = dayOf(Date.now())
  const moment = await addMoment(database, { schoolyear_id, date: today })
  const later = await addMoment(database, { schoolyear_id, date: addDays(today, 30) })
  const modules: number[] = []
  for (let n = 0; n < MODULES; n++) modules.push(await addModule(database, `M${n}`))
  const teacher = await addUser(database, { username: 'docent@faults.example', roles: 'ROLE_ADMIN' })
  const students = await addUsers(database.kysely, count, (n) => ({ username: `student-${n}@faults.example` }))
  return { moment, later, modules, students, teacher }
}

/**
 * Restores the state before anything was published: everybody passed everything, and still has the later enrollment.
 */
async function typeResults({ kysely }: Database, { moment, later, modules, students }: TestTaken): Promise<void> {
  for (const table of ['outbox', 'completed_module', 'result_publication', 'result', 'enrollment'] as const)
    await kysely.deleteFrom(table).execute()
  const at = new Date().toISOString()
  const tests = students.flatMap((user_id) => modules.map((module_id) => ({ user_id, module_id, created_at: at })))
  for (const some of inChunks(tests)) {
    const next = some.map((test) => ({ ...test, testmoment_id: later }))
    await kysely.insertInto('enrollment').values(next).execute()
    const taken = some.map((test) => ({ ...test, testmoment_id: moment, has_record: true }))
    const rows = await kysely.insertInto('enrollment').values(taken).returning(['id', 'user_id']).execute()
    const typed = rows.map(({ id, user_id }) => ({ enrollment_id: id, user_id, outcome: 'passed' as const, grade: 80 }))
    await kysely
      .insertInto('result')
      .values(typed.map((result) => ({ ...result, edited_at: at })))
      .execute()
  }
}

/** Calls the API as a teacher who has just logged in. Throws where it does not answer with 200. */
async function teacherOf({ url }: KillableServer, { teacher }: TestTaken, database: Database) {
  const { token } = await refreshed(url, await logIn(database, teacher))
  return async <E extends Endpoint>(target: E, id: number, body: BodyOf<E> & object) =>
    // The contract says what a call answers, and the tests hold the server to it.
    (await mustCall(url, target, { params: { id }, body, token })) as ReplyOf<E>
}

async function publish(teacher: Awaited<ReturnType<typeof teacherOf>>, moment: number): Promise<void> {
  const { confirmation } = await teacher(previewPublication, moment, {})
  await teacher(publishResults, moment, { confirmation })
}

const countPublished = ({ kysely }: Database): Promise<number> =>
  countOf(kysely.selectFrom('result').where('published_at', 'is not', null))

async function judge(database: Database, results: number): Promise<'all' | 'nothing' | 'half'> {
  const { kysely } = database
  const letters = await kysely.selectFrom('outbox').select('payload').where('kind', '=', 'result-letter').execute()
  const published = await countPublished(database)
  const found = [
    published,
    await countOf(kysely.selectFrom('completed_module')),
    await countOf(kysely.selectFrom('result_publication')),
    2 * results - (await countOf(kysely.selectFrom('enrollment'))),
    letters.length,
    new Set(letters.map(({ payload }) => payload)).size,
  ]
  if (found.every((number) => number === results)) return 'all'
  return found.every((number) => number === 0) ? 'nothing' : 'half'
}
