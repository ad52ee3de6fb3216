import type { Database } from '#database/engine/open-database.ts'
import { expectUnchanged } from './promises.ts'

export interface Doorkeeper {
  /** Closes or opens a moment; resolves when it is done. Throws `BrokenPromise` if enrollments changed while it was closed. */
  turn(act: 'close' | 'open', id: number): Promise<void>
}

/** Opens and closes moments as an administrator does, and records the enrollments at each closing. */
export function startDoorkeeper(database: Database): Doorkeeper {
  const whenClosed = new Map<number, number[]>()

  /** At each turn of a closed moment it must be as it was closed. What is remembered changes under the row's lock. */
  const turn = (act: 'close' | 'open', id: number): Promise<void> =>
    database.transaction(async (trx) => {
      const moment = await trx
        .selectFrom('testmoment')
        .select('enrollments_enabled')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const rows = await trx
        .selectFrom('enrollment')
        .select('id')
        .where('testmoment_id', '=', id)
        .orderBy('id')
        .execute()
      const inside = rows.map((row) => row.id)
      if (!moment.enrollments_enabled) expectUnchanged(whenClosed.get(id), inside)
      await trx
        .updateTable('testmoment')
        .set({ enrollments_enabled: act === 'open' })
        .where('id', '=', id)
        .execute()
      whenClosed.set(id, inside)
    })

  return { turn }
}
