import { divide, previewDivision } from '#api-server/rooms/dividing.ts'
import type { Database } from '#database/engine/open-database.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { addUsers, insertAll } from '#tests/harness/school/rows.ts'
import { median, timed } from '#tests/harness/statistics.ts'
import { addModule, addMoment, addRoom, addUser, addYear } from '#tests/support/api/test-school.ts'
import type { BenchOptions } from './bench.ts'
import { atMost, inMs } from './comparison.ts'
import type { BenchRow } from './result-table.ts'

const STUDENTS = 2_000
const ROOMS = 40
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PREVIEW_GOAL_MS = 300
const DIVIDE_GOAL_MS = 1_000

const keys = { identities: Buffer.alloc(32, 7) }

/** `npm run bench dividing`: how long dividing a moment's students over its rooms takes, and its preview. */
export const benchDividing = ({ students = STUDENTS }: BenchOptions): Promise<BenchRow[]> =>
  onEach((place) => rowsOn(place, students))

async function rowsOn({ database, engine }: Place, students: number): Promise<BenchRow[]> {
  const { testmomentId, teacher } = await seedMoment(database, students)
  const [previews, divisions]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    // Every second round gives nearly everybody another chair.
    const way = round % 2 === 0 ? 'alphabet' : 'evenly'
    const wish = { kind: 'all', way, numbered: true, keeps_by_hand: true } as const
    const [preview, { confirmation }] = await timed(() => previewDivision({ database, keys }, { testmomentId, wish }))
    if (confirmation === null) throw new Error('nothing would change')
    const [division] = await timed(() =>
      divide(
        { database, keys, clock: Date.now },
        { id: teacher, roles: ['ROLE_ADMIN'] },
        { testmomentId, wish, confirmation },
      ),
    )
    // The first has the code compiled.
    if (round === 0) continue
    previews.push(preview)
    divisions.push(division)
  }
  const of = `${students} students over ${ROOMS} rooms, ${engine}`
  return [rowOf(`${of}: preview`, previews, PREVIEW_GOAL_MS), rowOf(`${of}: divided`, divisions, DIVIDE_GOAL_MS)]
}

const rowOf = (what: string, took: readonly number[], goal: number): BenchRow => ({
  what,
  measured: `${Math.max(...took).toFixed(0)} ms at most, of ${took.length}`,
  reference: '–',
  ...atMost(median(took), goal, inMs),
})

/** A moment with rooms that hold a tenth more than its students, one in ten of them for extra time. */
async function seedMoment(database: Database, students: number) {
  const { kysely } = database
  const schoolyear_id = await addYear(database, '2025-2026', true)
  const testmomentId = await addMoment(database, { schoolyear_id, date: '2026-03-20' })
  const module_id = await addModule(database, 'ALG1')
  const teacher = await addUser(database, { username: 'docent@bench.example', roles: 'ROLE_ADMIN' })
  const people = await addUsers(kysely, students, (at) => ({
    ...{ username: `s${at}@bench.example`, last_name: `Naam ${(at * 7_919) % students}`, extra_time: at % 20 === 0 },
  }))
  const created_at = new Date().toISOString()
  const enrollments = people.map((user_id) => ({ user_id, testmoment_id: testmomentId, module_id, created_at }))
  await insertAll(kysely, 'enrollment', enrollments)
  const seats = Math.ceil((students * 1.1) / ROOMS)
  for (let position = 0; position < ROOMS; position++) {
    const room = { name: `Zaal ${position}`, seats, position: position + 1, extra_time: position % 10 === 9 }
    const room_id = await addRoom(database, room)
    await insertAll(kysely, 'testmoment_room', [{ testmoment_id: testmomentId, room_id, position, seats }])
  }
  return { testmomentId, teacher }
}
