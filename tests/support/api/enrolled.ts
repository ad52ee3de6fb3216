import type { Database } from '#database/engine/open-database.ts'

export interface Place {
  user_id: number
  testmoment_id: number
  module_id: number
}

/** Stores enrollments directly, without checking the rules. Returns their ids. */
export async function storeEnrollments(
  { kysely }: Database,
  ...places: (Place & { created_at?: string })[]
): Promise<number[]> {
  const rows = places.map((place) => ({ created_at: '2026-02-01T09:00:00.000Z', ...place }))
  const stored = await kysely.insertInto('enrollment').values(rows).returning('id').execute()
  return stored.map(({ id }) => id)
}

/** Moments in the outbox that will be announced to students, in order. */
export async function openingsToAnnounce({ kysely }: Database): Promise<number[]> {
  const rows = await kysely
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'testmoment-opened')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => JSON.parse(payload).testmoment_id)
}

/** Empties the outbox, which the test school does not do. */
export const emptyOutbox = ({ kysely }: Database) => kysely.deleteFrom('outbox').execute()
