import type { Database } from '#database/engine/open-database.ts'

export interface Place {
  user_id: number
  testmoment_id: number
  module_id: number
}

/** Enrollments as they are stored, whatever the rules would say of them. */
export const storeEnrollments = ({ kysely }: Database, ...places: Place[]) =>
  kysely
    .insertInto('enrollment')
    .values(places.map((place) => ({ ...place, created_at: '2026-02-01T09:00:00.000Z' })))
    .execute()

/** The moments in the outbox that are to be announced to students, in order. */
export async function openingsToAnnounce({ kysely }: Database): Promise<number[]> {
  const rows = await kysely
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'testmoment-opened')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => JSON.parse(payload).testmoment_id)
}

/** Beside the test school, which does not empty it. */
export const emptyOutbox = ({ kysely }: Database) => kysely.deleteFrom('outbox').execute()
