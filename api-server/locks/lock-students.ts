import type { Transaction } from 'kysely'
import { inChunks } from '#api-server/queries/in-chunks.ts'
import { compiledBySize, type Ids } from '#database/queries/compiled-by-size.ts'
import type { Tables } from '#database/tables.ts'

/**
 * Makes every other transaction that decides about these students wait for this one. Before their test moments and in
 * the order of ids, as everyone does, so that no two wait for each other.
 *
 * A statement of its own, before anything is read: in READ COMMITTED a statement sees what was committed when it
 * started, so one that locks and reads would read what was true before it had to wait.
 */
export async function lockStudents(trx: Transaction<Tables>, userIds: readonly number[]): Promise<void> {
  for (const ids of inChunks(userIds.toSorted((one, other) => one - other))) await lock(trx, ids)
}

const lock = compiledBySize((trx, ids: Ids) =>
  trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate(),
)
