import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Place } from './places.ts'
import type { Question } from './question.ts'

/** Rows of a page, and whether another follows. */
export interface Page<Row> {
  rows: Row[]
  hasNext: boolean
}

/** Order of a list: columns whose values together no two rows share, and how they are read from a row. */
export interface Order<Row> {
  columns: readonly string[]
  placeOf: (row: Row) => Place
}

/** Order by the id of the rows. */
export const byId = (column: string): Order<{ id: number }> => ({ columns: [column], placeOf: ({ id }) => [id] })

/**
 * Reads a page of a query: one row more than asked shows whether another page follows. It begins behind the last row of the
 * page before where that was read just now, and is counted from the beginning otherwise.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page: { size, number }, places }: Pick<Question, 'page' | 'places'>,
  conditions: readonly Expression<SqlBool>[],
  { columns, placeOf }: Order<Row>,
): Promise<Page<Row>> {
  let narrowed = query
  for (const condition of conditions) narrowed = narrowed.where(condition)
  for (const column of columns) narrowed = narrowed.orderBy(sql.ref(column))
  const before = number === 1 ? undefined : places.before(number)
  const found = before
    ? narrowed.where(sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) > (${sql.join([...before])})`)
    : narrowed.offset((number - 1) * size)
  const rows = await found.limit(size + 1).execute()
  const page = rows.slice(0, size)
  const last = page.at(-1)
  if (last) places.note(number, placeOf(last))
  return { rows: page, hasNext: rows.length > size }
}

/** Condition that one of these texts contains `part`, capitals or not. */
export const containsText = (columns: readonly RawBuilder<string>[], part: string): Expression<SqlBool> => {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${column}) like lower(${pattern}) escape '\\'`),
    sql` or `,
  )})`
}
