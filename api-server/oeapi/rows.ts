import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Question } from './question.ts'

/** Rows of a page, and whether another follows. */
export interface Page<Row> {
  rows: Row[]
  hasNext: boolean
}

/** Reads a page of a query, in a fixed order: one row more than asked shows whether another page follows. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page: { size, number } }: Pick<Question, 'page'>,
  conditions: readonly Expression<SqlBool>[],
  order: RawBuilder<unknown>,
): Promise<Page<Row>> {
  let narrowed = query
  for (const condition of conditions) narrowed = narrowed.where(condition)
  const rows = await narrowed
    .orderBy(order)
    .limit(size + 1)
    .offset((number - 1) * size)
    .execute()
  return { rows: rows.slice(0, size), hasNext: rows.length > size }
}

/** Condition that one of these texts contains `part`, capitals or not. */
export const containsText = (columns: readonly RawBuilder<string>[], part: string): Expression<SqlBool> => {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${column}) like lower(${pattern}) escape '\\'`),
    sql` or `,
  )})`
}
