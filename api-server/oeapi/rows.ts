import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Place } from './positions.ts'
import type { Question } from './question.ts'

/** Rows of a page, and the place of its last row if another page follows. */
export interface Page<Row> {
  rows: Row[]
  next: Place | null
}

/** Order of a list: columns that never change, whose values together no two rows share, and how they are read from a row. */
export interface Order<Row> {
  columns: readonly string[]
  placeOf: (row: Row) => Place
}

export const byId = (column: string): Order<{ id: number }> => ({ columns: [column], placeOf: ({ id }) => [id] })

/**
 * Reads a page of a query: one row more than asked shows whether another page follows. It begins behind the position of the
 * question, and is counted from the beginning without one.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page: { size, number }, after }: Pick<Question, 'page' | 'after'>,
  conditions: readonly Expression<SqlBool>[],
  { columns, placeOf }: Order<Row>,
): Promise<Page<Row>> {
  let narrowed = query
  for (const condition of conditions) narrowed = narrowed.where(condition)
  for (const column of columns) narrowed = narrowed.orderBy(sql.ref(column))
  const found = after
    ? narrowed.where(sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) > (${sql.join([...after])})`)
    : narrowed.offset((number - 1) * size)
  const rows = await found.limit(size + 1).execute()
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > size ? placeOf(last) : null }
}

/** Condition that one of these texts contains `part`, capitals or not. */
export const containsText = (columns: readonly RawBuilder<string>[], part: string): Expression<SqlBool> => {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${column}) like lower(${pattern}) escape '\\'`),
    sql` or `,
  )})`
}
