import type { Deps } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { keepStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import { planChanged, planDigest, requirePlan } from '#api-server/platform/plans.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { presencesSubject } from '#domain/audit/audit.texts.ts'
import { describeDivision } from '#domain/rooms/dividing.rules.ts'
import type { RoomsPublicationPlan } from '#domain/rooms/dividing.schema.ts'
import type { Actor } from '#server/bearer.ts'
import { findDivisionState, listRoomsWithChairs } from './chair.queries.ts'
import { loadStudents } from './dividing.ts'
import { sendChairs } from './notify-of-chairs.ts'

/** Judges what publishing the rooms of a moment would do. Throws `not-found`. */
async function assessRooms(kysely: Kysely, testmomentId: number) {
  await requireTestmoment(kysely, { id: testmomentId })
  const { rooms_published_at } = await findDivisionState(kysely, testmomentId)
  const students = await loadStudents(kysely, testmomentId)
  const changes = students.flatMap(({ id, chair }) => (chair ? [{ user_id: id, from: null, to: chair }] : []))
  const rooms = await listRoomsWithChairs(kysely, testmomentId)
  const revealing = new Set(
    describeDivision(rooms, students).rooms.flatMap(({ id, reveals_extra_time }) => (reveals_extra_time ? [id] : [])),
  )
  const counts = {
    revealing: rooms.filter(({ id }) => revealing.has(id)).map(({ name }) => name),
    students: changes.length,
    without_chair: students.length - changes.length,
    rooms: new Set(changes.map(({ to }) => to.room_id)).size,
  }
  const isNothing = rooms_published_at !== null || changes.length === 0
  return { plan: { confirmation: isNothing ? null : planDigest(counts), ...counts }, changes }
}

/** Previews publishing. Nothing is locked, so it may change before it is confirmed. Throws `not-found`. */
export const previewRoomsPublication = async (
  { kysely }: Database,
  testmomentId: number,
): Promise<RoomsPublicationPlan> => (await assessRooms(kysely, testmomentId)).plan

/**
 * Shows students their own room from now on, and sends each of them a message. Throws `not-found`, or `plan-changed` with the
 * present plan if it differs from the confirmed one.
 */
export function publishRooms(
  { database, clock }: Deps,
  actor: Actor,
  { testmomentId, confirmation }: { testmomentId: number; confirmation: string },
): Promise<void> {
  return database.transaction(async (trx) => {
    const kept = new Set((await loadStudents(trx, testmomentId)).map(({ id }) => id))
    await keepStudents(trx, [...kept])
    await lockTestmoment(trx, testmomentId)
    const { plan, changes } = await assessRooms(trx, testmomentId)
    requirePlan(plan, confirmation)
    if (!changes.every(({ user_id }) => kept.has(user_id))) throw planChanged(plan)
    const now = clock()
    const rooms_published_at = new Date(now).toISOString()
    await trx.updateTable('testmoment').set({ rooms_published_at }).where('id', '=', testmomentId).execute()
    await sendChairs(trx, { testmomentId, actorId: actor.id, act: 'published', changes }, now)
    const change = { action: 'rooms-published', resource: 'testmoment', resourceId: testmomentId } as const
    await recordChange(trx, { actorId: actor.id, ...change, about: presencesSubject(plan.students) }, now)
  })
}
