import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * Makes every other edit of this record wait for this one, so that the version that is compared is the last. After the
 * school, before students; a statement of its own, as in `lockStudents`.
 */
export async function lockRow(
  trx: Transaction<Tables>,
  table: 'education_department' | 'module',
  id: number,
): Promise<void> {
  await trx.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', id).forNoKeyUpdate().execute()
}
