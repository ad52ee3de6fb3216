import { createHmac } from 'node:crypto'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { keepStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import { planChanged, planDigest, requirePlan } from '#api-server/platform/plans.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import { type Division, describeDivision, divideRest, divideStudents } from '#domain/rooms/dividing.rules.ts'
import { type DividedRoom, type DivisionPlan, type DivisionWish, MOST_NAMED } from '#domain/rooms/dividing.schema.ts'
import type { Chair, Draw, StudentToSeat } from '#domain/rooms/filling.rules.ts'
import { divisionTexts } from '#domain/rooms/room.texts.ts'
import type { Actor } from '#server/bearer.ts'
import { derivedKey, type Keys } from '#server/keys.ts'
import { findDivisionState, listRoomsWithChairs, listStudentsToSeat } from './chair.queries.ts'
import { insertChairs } from './give-chairs.ts'
import { type ChairChange, hasMoved, notifyOfChairs } from './notify-of-chairs.ts'

interface Deps {
  database: Database
  keys: Pick<Keys, 'identities'>
  clock: () => number
}

export interface SeatedUser extends StudentToSeat {
  username: string
  student_number: string | null
}

type RoomRow = Awaited<ReturnType<typeof listRoomsWithChairs>>[number]

export async function loadStudents(kysely: Kysely, testmomentId: number): Promise<SeatedUser[]> {
  const students = new Map<number, SeatedUser & { modules: string[] }>()
  for (const { module_name, room_id, seat_number, by_hand, ...user } of await listStudentsToSeat(
    kysely,
    testmomentId,
  )) {
    const chair = room_id === null ? null : { room_id, seat_number, by_hand: by_hand ?? false }
    const student = students.get(user.id) ?? { ...user, modules: [], chair }
    student.modules.push(module_name)
    students.set(user.id, student)
  }
  return [...students.values()]
}

/** How the students of a moment sit now. Throws `not-found`. */
export async function readDivision(kysely: Kysely, testmomentId: number) {
  await requireTestmoment(kysely, { id: testmomentId })
  const { divided_at, chairs_numbered, rooms_published_at } = await findDivisionState(kysely, testmomentId)
  const rooms = await listRoomsWithChairs(kysely, testmomentId)
  const students = await loadStudents(kysely, testmomentId)
  const division = describeDivision(rooms, students)
  return {
    divided_at,
    published_at: rooms_published_at,
    numbered: chairs_numbered,
    students: students.length,
    without_chair: division.seatless.length,
    rooms: describeRooms(rooms, division),
  }
}

const describeRooms = (rooms: readonly RoomRow[], { rooms: filled }: Division): DividedRoom[] => {
  const known = new Map(filled.map((room) => [room.id, room]))
  return rooms.flatMap((room) => {
    const described = known.get(room.id)
    return described ? [{ ...pick(room, ['id', 'name', 'seats', 'extra_time']), ...described }] : []
  })
}

interface AssessedDivision {
  plan: DivisionPlan
  studentIds: number[]
  rooms: RoomRow[]
  /** students whose chair changes, with their new chair; null for a student who loses it */
  changes: (ChairChange & { to: Chair | null })[]
  numbered: boolean
}

/** The key is never replaced: dividing again draws the same, and nobody who knows the lists can draw it too. */
function drawAt(keys: Pick<Keys, 'identities'>, testmomentId: number): Draw {
  const key = derivedKey(keys.identities, 'rooms')
  return (purpose, userId) =>
    createHmac('sha256', key).update(`${testmomentId} ${purpose} ${userId}`).digest().readUIntBE(0, 6) / 2 ** 48
}

/** Judges what dividing would do. Throws `not-found`. */
async function assessDivision(
  kysely: Kysely,
  { testmomentId, wish, keys }: { testmomentId: number; wish: DivisionWish; keys: Pick<Keys, 'identities'> },
): Promise<AssessedDivision> {
  await requireTestmoment(kysely, { id: testmomentId })
  const state = await findDivisionState(kysely, testmomentId)
  const rooms = await listRoomsWithChairs(kysely, testmomentId)
  const students = await loadStudents(kysely, testmomentId)
  const numbered = wish.kind === 'all' ? wish.numbered : state.chairs_numbered
  const question = { rooms, students, numbered, draw: drawAt(keys, testmomentId) }
  const division = wish.kind === 'all' ? divideStudents({ ...wish, ...question }) : divideRest(question)
  const { seated, seatless } = division

  const changed = [
    ...seated.filter(({ student, chair }) => !isSame(student.chair, chair)),
    ...seatless.filter(({ chair }) => chair !== null).map((student) => ({ student, chair: null })),
  ]
  const changes = changed.map(({ student, chair }) => ({ user_id: student.id, from: student.chair, to: chair }))
  const isNothing =
    rooms.length === 0 || (changes.length === 0 && state.divided_at !== null && numbered === state.chairs_numbered)
  const plan = {
    students: students.length,
    placed: seated.filter(({ student }) => student.chair === null).length,
    moved: seated.filter(({ student, chair }) => student.chair && student.chair.room_id !== chair.room_id).length,
    without_chair: seatless.length,
    students_notified: state.rooms_published_at === null ? 0 : changes.filter(hasMoved).length,
    seatless: seatless
      .slice(0, MOST_NAMED)
      .map((student) => pick(student, ['id', 'username', 'first_name', 'last_name', 'student_number'])),
    rooms: describeRooms(rooms, division),
  }
  return {
    plan: { confirmation: isNothing ? null : planDigest(wish, plan), ...plan },
    studentIds: students.map(({ id }) => id),
    rooms,
    changes,
    numbered,
  }
}

const isSame = (one: Chair | null, other: Chair): boolean =>
  one !== null &&
  one.room_id === other.room_id &&
  one.seat_number === other.seat_number &&
  one.by_hand === other.by_hand

/** Previews dividing. Nothing is locked, so it may change before it is confirmed. Throws `not-found`. */
export const previewDivision = async (
  { database: { kysely }, keys }: Pick<Deps, 'database' | 'keys'>,
  question: { testmomentId: number; wish: DivisionWish },
): Promise<DivisionPlan> => (await assessDivision(kysely, { ...question, keys })).plan

interface Dividing {
  testmomentId: number
  wish: DivisionWish
  confirmation: string
}

/**
 * Divides the students of a moment over its rooms, all or nobody; from then on students who enroll there get a chair.
 * Throws `not-found`, or `plan-changed` with the present plan if it differs from the confirmed one.
 */
export function divide(
  { database, keys, clock }: Deps,
  actor: Actor,
  { testmomentId, wish, confirmation }: Dividing,
): Promise<void> {
  return database.transaction(async (trx) => {
    const kept = new Set((await loadStudents(trx, testmomentId)).map(({ id }) => id))
    await keepStudents(trx, [...kept])
    await lockTestmoment(trx, testmomentId)
    const { plan, studentIds, rooms, changes, numbered } = await assessDivision(trx, { testmomentId, wish, keys })
    requirePlan(plan, confirmation)
    // Somebody enrolled meanwhile, whose account may be deleted now.
    if (!studentIds.every((id) => kept.has(id))) throw planChanged(plan)

    const now = clock()
    await replaceChairs(trx, testmomentId, changes)
    await trx
      .updateTable('testmoment')
      .set({ divided_at: new Date(now).toISOString(), chairs_numbered: numbered })
      .where('id', '=', testmomentId)
      .execute()
    const before = rooms.map(({ name, taken }) => ({ name, students: taken }))
    const change = { action: 'rooms-divided', resource: 'testmoment', resourceId: testmomentId } as const
    const shown = (some: readonly { name: string; students: number }[]) => divisionTexts.chairs.show(some)
    const changed = { chairs: [shown(before), shown(plan.rooms)] } as const
    await recordChange(trx, { actorId: actor.id, ...change, changes: changed }, now)
    await notifyOfChairs(trx, { testmomentId, actorId: actor.id, act: 'divided', changes }, now)
  })
}

/** Old chairs first: a number that moves to somebody else would otherwise be given twice for a moment. */
async function replaceChairs(
  trx: Transaction,
  testmoment_id: number,
  changes: AssessedDivision['changes'],
): Promise<void> {
  for (const some of inChunks(changes)) {
    const ids = some.map(({ user_id }) => user_id)
    await trx.deleteFrom('chair').where('testmoment_id', '=', testmoment_id).where('user_id', 'in', ids).execute()
  }
  await insertChairs(
    trx,
    changes.flatMap(({ user_id, to }) => (to ? [{ testmoment_id, user_id, ...to }] : [])),
  )
}
