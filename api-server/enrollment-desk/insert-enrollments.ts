import type { CompiledQuery, DialectAdapter, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

export interface NewEnrollment {
  user_id: number
  testmoment_id: number
  module_id: number
  /** ISO instant */
  created_at: string
}

interface MovedEnrollment extends NewEnrollment {
  calendar_id: number | null
  calendar_sequence: number
}

type Inserted = { id: number } & Omit<NewEnrollment, 'created_at'>

const engines = new WeakMap<DialectAdapter, CompiledQuery<Inserted>[]>()

/** Inserts all rows in one statement, compiled once for each number of them. The rows come back in any order. */
export async function insertEnrollments(trx: Transaction<Tables>, rows: readonly NewEnrollment[]): Promise<Inserted[]> {
  if (rows.length === 0) return []
  const { adapter } = trx.getExecutor()
  const byCount = engines.get(adapter) ?? []
  engines.set(adapter, byCount)
  const query = byCount[rows.length] ?? compile(trx, rows)
  byCount[rows.length] = query
  const parameters = rows.flatMap((row) => [row.user_id, row.testmoment_id, row.module_id, row.created_at])
  return (await trx.executeQuery<Inserted>({ ...query, parameters })).rows
}

/** As above, and with what calendars know them by. There are few of these: the statement is made anew. */
export const insertMovedEnrollments = async (
  trx: Transaction<Tables>,
  rows: readonly MovedEnrollment[],
): Promise<Inserted[]> =>
  rows.length === 0
    ? []
    : trx
        .insertInto('enrollment')
        .values(
          rows.map(({ user_id, testmoment_id, module_id, created_at, calendar_id, calendar_sequence }) => ({
            user_id,
            testmoment_id,
            module_id,
            created_at,
            calendar_id,
            calendar_sequence,
          })),
        )
        .returning(['id', 'user_id', 'testmoment_id', 'module_id'])
        .execute()

const compile = (trx: Transaction<Tables>, rows: readonly NewEnrollment[]): CompiledQuery<Inserted> =>
  trx
    .insertInto('enrollment')
    // in the order in which the parameters are given above
    .values(
      rows.map(({ user_id, testmoment_id, module_id, created_at }) => ({
        user_id,
        testmoment_id,
        module_id,
        created_at,
      })),
    )
    .returning(['id', 'user_id', 'testmoment_id', 'module_id'])
    .compile()
