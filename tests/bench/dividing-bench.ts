import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { divide, previewDivision } from '#api-server/rooms/dividing.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { findable } from '#domain/users/search.rules.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import type { BenchOptions } from './bench.ts'
import { median } from './median.ts'
import type { BenchRow } from './result-table.ts'

const STUDENTS = 2_000
const ROOMS = 40
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PREVIEW_GOAL_MS = 300
const DIVIDE_GOAL_MS = 1_000

const created_at = new Date().toISOString()
const clock = () => Date.parse(created_at)

/** `npm run bench dividing`: how long dividing a moment's students over its rooms takes, and its preview. */
export async function benchDividing({ students = STUDENTS }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-dividing-'))
  const rows = await rowsOn(openDatabase(`sqlite:${join(folder, 'app.db')}`), 'SQLite', students)
  rmSync(folder, { recursive: true })
  const cluster = await startPostgres({ durable: true })
  if (!cluster) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  rows.push(...(await rowsOn(openDatabase(cluster.url('postgres')), 'PostgreSQL', students)))
  await cluster.stop()
  return rows
}

async function rowsOn(database: Database, engine: string, students: number): Promise<BenchRow[]> {
  await migrate(database)
  const { testmomentId, teacher } = await seedMoment(database, students)
  const [previews, divisions]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    // Every second round gives nearly everybody another chair.
    const way = round % 2 === 0 ? 'alphabet' : 'evenly'
    const wish = { kind: 'all', way, numbered: true, keeps_by_hand: true } as const
    const [preview, { confirmation }] = await timed(() => previewDivision(database, { testmomentId, wish }))
    if (confirmation === null) throw new Error('nothing would change')
    const [division] = await timed(() =>
      divide({ database, clock }, { id: teacher }, { testmomentId, wish, confirmation }),
    )
    // The first has the code compiled.
    if (round === 0) continue
    previews.push(preview)
    divisions.push(division)
  }
  await database.close()
  const of = `${students} students over ${ROOMS} rooms, ${engine}`
  return [rowOf(`${of}: preview`, previews, PREVIEW_GOAL_MS), rowOf(`${of}: divided`, divisions, DIVIDE_GOAL_MS)]
}

async function timed<Answer>(act: () => Promise<Answer>): Promise<[ms: number, answer: Answer]> {
  const started = performance.now()
  const answer = await act()
  return [performance.now() - started, answer]
}

function rowOf(what: string, took: readonly number[], goal: number): BenchRow {
  const middle = median([...took])
  return {
    what,
    measured: `${Math.max(...took).toFixed(0)} ms at most, of ${took.length}`,
    reference: '–',
    figure: `${middle.toFixed(0)} ms`,
    goal: `≤ ${goal.toLocaleString('en')} ms`,
    reached: middle <= goal,
  }
}

/** A moment with rooms that hold a tenth more than its students, one in ten of them for extra time. */
async function seedMoment({ kysely }: Database, students: number) {
  const idOf = async (query: { executeTakeFirstOrThrow(): Promise<{ id: number }> }) =>
    (await query.executeTakeFirstOrThrow()).id
  const year = await idOf(
    kysely.insertInto('schoolyear').values({ name: '2025-2026', active: true, created_at }).returning('id'),
  )
  const testmomentId = await idOf(
    kysely.insertInto('testmoment').values({ schoolyear_id: year, date: '2026-03-20', created_at }).returning('id'),
  )
  const module_id = await idOf(
    kysely.insertInto('module').values({ name: 'ALG1', description: 'ALG1', created_at }).returning('id'),
  )
  const docent = findable({ username: 'docent@bench.example', first_name: 'Marijke', last_name: 'de Leeuw' })
  const teacher = await idOf(
    kysely
      .insertInto('user')
      .values({ ...docent, roles: 'ROLE_ADMIN', activated: true, created_at })
      .returning('id'),
  )
  const people = Array.from({ length: students }, (_, at) => ({
    ...findable({ username: `s${at}@bench.example`, first_name: 'Sam', last_name: `Naam ${(at * 7_919) % students}` }),
    roles: 'ROLE_STUDENT',
    extra_time: at % 20 === 0,
    created_at,
  }))
  for (const some of inChunks(people)) {
    const made = await kysely.insertInto('user').values(some).returning('id').execute()
    await kysely
      .insertInto('enrollment')
      .values(made.map(({ id }) => ({ user_id: id, testmoment_id: testmomentId, module_id, created_at })))
      .execute()
  }
  const seats = Math.ceil((students * 1.1) / ROOMS)
  for (let position = 0; position < ROOMS; position++) {
    const room = { name: `Zaal ${position}`, name_key: `zaal ${position}`, seats, position: position + 1, remark: '' }
    const row = { ...room, extra_time: position % 10 === 9, created_at }
    const room_id = await idOf(kysely.insertInto('room').values(row).returning('id'))
    await kysely
      .insertInto('testmoment_room')
      .values({ testmoment_id: testmomentId, room_id, position, seats })
      .execute()
  }
  return { testmomentId, teacher }
}
