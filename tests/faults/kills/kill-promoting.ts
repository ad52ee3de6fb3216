import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#database/engine/open-database.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { type KillableServer, makeApis, NO_MAIL, readyInWords, stopAll } from '#tests/harness/killable-server.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { addUsers, countOf, insertAll } from '#tests/harness/school/rows.ts'
import { addDepartment, addModule, addMoment, addYear } from '../../support/api/test-school.ts'
import { type Extent, type Fault, type FaultRow, onlyPostgresWhenQuick } from '../fault-row.ts'

const SIZES = {
  quick: { kills: 1, seats: 200, waiting: 300 },
  full: { kills: 100, seats: 2_000, waiting: 5_000 },
}
/** after the first seats were given, at most: amid the next transaction, or between two */
const KILL_WITHIN_MS = 60
const READY_GOAL_MS = 2_000
const POLL_MS = 2
/** for the next to be given a seat */
const PATIENCE_MS = 60_000

/** kill -9 of the API server while it gives seats to who waits; on PostgreSQL, which CI has alone for its length, of one of two. */
export const killPromoting: Fault = {
  quick: true,
  limit: 40,
  run: (extent) =>
    onEach((place) => killServers(place, place.engine === 'SQLite' ? 1 : 2, extent), onlyPostgresWhenQuick(extent)),
}

async function killServers(place: Place, count: number, extent: Extent): Promise<FaultRow> {
  const { database, engine } = place
  const { kills, seats, waiting } = SIZES[extent]
  const school = await seedLine(database, seats, waiting)
  const servers = await makeApis(place, count, { env: NO_MAIL })
  const times: number[] = []
  const wrong = { above: 0, passed: 0, lost: 0, untold: 0 }
  let killed = 0
  let rounds = 0
  for (; killed < kills; rounds++) {
    await freeAllSeats(database, school)
    const running = new Set<KillableServer>()
    const startAll = () => {
      const down = servers.filter((server) => !running.has(server))
      for (const server of down) running.add(server)
      return down.map((server) => server.start())
    }
    // They promote before they are ready: one that is killed by then is no longer asked for.
    for (let given = 0; killed < kills && given < seats; killed++) {
      const starting = Promise.allSettled(startAll())
      const server = servers[killed % servers.length]
      given = await untilMore(database, given)
      await delay(Math.random() * KILL_WITHIN_MS)
      await server?.kill()
      if (server) running.delete(server)
      await starting
    }
    times.push(...(await Promise.all(startAll())))
    for (let given = 0; given < seats; ) given = await untilMore(database, given)
    await stopAll(servers)
    const found = await judge(database, school)
    for (const key of Object.keys(wrong) as (keyof typeof wrong)[]) wrong[key] += found[key]
  }
  return {
    fault: `kill -9 of the API server while it promotes, ${engine}`,
    done: `${killed} kills${count > 1 ? ` of one of ${count}` : ''} in ${rounds} times that ${seats} seats come free beside ${waiting} who wait`,
    invariant: 'the first in line have the seats, nobody is above them, and each is told once, by letter and push',
    measured: `${wrong.above} above, ${wrong.passed} overtaken, ${wrong.lost} lost, ${wrong.untold} untold or told twice; ${readyInWords(times)}`,
    goal: `0 of each; ready ≤ ${READY_GOAL_MS / 1_000} s after its start`,
    held: Object.values(wrong).every((number) => number === 0),
    late: Math.max(...times) > READY_GOAL_MS,
  }
}

interface LineSchool {
  moment: number
  module: number
  seats: number
  /** ids of the students with the seats */
  seated: number[]
  /** ids of waiting students, in line */
  waiting: number[]
}

async function seedLine(database: Database, seats: number, waiting: number): Promise<LineSchool> {
  const module = await addModule(database, 'ALG')
  const education_department_id = await addDepartment(database, [module])
  const schoolyear_id = await addYear(database, 'Nu', true)
  const date = addDays(dayOf(Date.now()), 30)
  const moment = await addMoment(database, { schoolyear_id, date, seats, enrollments_enabled: true })
  const ids = await addUsers(database.kysely, seats + waiting, (n) => ({
    ...{ username: `student-${n}@faults.example`, education_department_id },
  }))
  return { moment, module, seats, seated: ids.slice(0, seats), waiting: ids.slice(seats) }
}

/**
 * Restores the first state, except that all students with a seat have just left. The last student in line, by id, is
 * now the first.
 */
async function freeAllSeats({ kysely }: Database, { moment, module, waiting }: LineSchool): Promise<void> {
  for (const table of ['enrollment', 'waiting_entry', 'waiting_outcome', 'outbox'] as const)
    await kysely.deleteFrom(table).execute()
  const created_at = new Date().toISOString()
  const place = { testmoment_id: moment, module_id: module, created_at }
  const entries = waiting.toReversed().map((user_id) => ({ user_id, ...place }))
  await insertAll(kysely, 'waiting_entry', entries)
}

/** Until more were given a seat than these; then how many. */
async function untilMore(database: Database, than: number): Promise<number> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await delay(POLL_MS)) {
    const count = await countOf(database.kysely.selectFrom('waiting_outcome'))
    if (count > than) return count
  }
  throw new Error(`${than} were given a seat, and then nobody was`)
}

/** How many students it went wrong for, by what. */
async function judge({ kysely }: Database, { seats, waiting }: LineSchool) {
  const enrolled = await kysely.selectFrom('enrollment').select('user_id').execute()
  const entries = await kysely.selectFrom('waiting_entry').select('user_id').orderBy('id').execute()
  const outcomes = await kysely.selectFrom('waiting_outcome').select(['id', 'user_id', 'outcome']).execute()
  const tasks = await kysely.selectFrom('outbox').select(['kind', 'payload']).execute()

  const first = new Set(waiting.toReversed().slice(0, seats))
  const has = new Set(enrolled.map(({ user_id }) => user_id))
  const waits = new Set(entries.map(({ user_id }) => user_id))
  const notifiedByUser = Map.groupBy(outcomes, ({ user_id }) => user_id)
  const letters = Map.groupBy(
    tasks.filter(({ kind }) => kind === 'waiting-letter'),
    ({ payload }) => Number(JSON.parse(payload).waiting_outcome_id),
  )
  const pushes = Map.groupBy(
    tasks.filter(({ kind }) => kind === 'seat-push'),
    ({ payload }) => Number(JSON.parse(payload).user_id),
  )
  const isNotified = (user: number) => {
    const [outcome, ...more] = notifiedByUser.get(user) ?? []
    return (
      outcome?.outcome === 'promoted' &&
      more.length === 0 &&
      letters.get(outcome.id)?.length === 1 &&
      pushes.get(user)?.length === 1
    )
  }
  return {
    above: Math.max(0, enrolled.length - seats),
    passed: [...first].filter((user) => !has.has(user)).length,
    lost: waiting.filter((user) => has.has(user) === waits.has(user)).length,
    untold:
      [...has].filter((user) => !isNotified(user)).length +
      [...notifiedByUser.keys()].filter((user) => !has.has(user)).length,
  }
}
