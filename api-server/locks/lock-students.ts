import type { Transaction } from 'kysely'
import { inChunks } from '#api-server/queries/in-chunks.ts'
import type { Tables } from '#database/tables.ts'

/**
 * Until this transaction ends nothing else decides about these students: the enrolment desk takes the same locks, in the
 * same order of ids. Read what you decide on afterwards, since a statement sees what was committed when it started.
 */
export async function lockStudents(trx: Transaction<Tables>, userIds: readonly number[]): Promise<void> {
  for (const ids of inChunks(userIds.toSorted((one, other) => one - other)))
    await trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}
