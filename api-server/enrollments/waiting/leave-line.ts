import { listLineOf } from '#api-server/enrollments/desk/waiting-line.ts'
import { findWaiting, type NamedWaitingRow } from '#api-server/enrollments/waiting/waiting.queries.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { placesInLine } from '#domain/enrollments/waiting.rules.ts'
import { Problem } from '#server/problem.ts'

/**
 * Gives up a place in line; gives it with the place that it was. Throws `not-found` when it is gone, also when the
 * student was given the seat in the meantime: that comes after the lock on the student, or before it.
 */
export const leaveLine = (database: Database, { id, user_id }: { id: number; user_id: number }) =>
  database.transaction(async (trx): Promise<NamedWaitingRow & { place: number }> => {
    await lockStudents(trx, [user_id])
    const entry = await findWaiting(trx, id)
    if (!entry) throw new Problem('not-found')
    const place = placesInLine(await listLineOf(trx, entry.testmoment_id)).get(user_id)
    await trx.deleteFrom('waiting_entry').where('id', '=', id).execute()
    return { ...entry, place: place ?? 1 }
  })
