import {
  type ColumnDefinitionBuilder,
  type ColumnDefinitionBuilderCallback,
  type Kysely,
  type RawBuilder,
  SqliteAdapter,
  sql,
} from 'kysely'

type Column<Name extends string> = [name: Name, type: RawBuilder<unknown>]

/** Column types that the engines name differently. Spread one into `addColumn(...day('date'), required)`. */
interface Columns {
  /** primary key, numbered by the database, never reused after a deletion */
  id(): Column<'id'>
  flag<Name extends string>(name: Name): Column<Name>
  /** calendar day, 'YYYY-MM-DD' */
  day<Name extends string>(name: Name): Column<Name>
  /** instant in UTC, ISO text with milliseconds and 'Z' */
  instant<Name extends string>(name: Name): Column<Name>
  /** text used only for sorting, by byte, the same on both engines everywhere */
  sortKey<Name extends string>(name: Name): Column<Name>
}

const postgres: Columns = {
  id: () => ['id', sql`integer generated always as identity primary key`],
  flag: (name) => [name, sql`boolean`],
  day: (name) => [name, sql`date`],
  instant: (name) => [name, sql`timestamptz(3)`],
  sortKey: (name) => [name, sql`text collate "C"`],
}

/** SQLite stores anything in any column: the checks reject what PostgreSQL's types reject by themselves. */
const sqlite: Columns = {
  id: () => ['id', sql`integer primary key autoincrement`],
  flag: (name) => [name, sql`boolean check (${sql.ref(name)} in (0, 1))`],
  day: (name) => [name, sql`text check (${sql.ref(name)} is strftime('%Y-%m-%d', ${sql.ref(name)}))`],
  instant: (name) => [name, sql`text check (${sql.ref(name)} is strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(name)}))`],
  sortKey: (name) => [name, sql`text`],
}

export const columnsOf = (kysely: Kysely<unknown>): Columns =>
  kysely.getExecutor().adapter instanceof SqliteAdapter ? sqlite : postgres

export const required: ColumnDefinitionBuilderCallback = (column) => column.notNull()
export const no: ColumnDefinitionBuilderCallback = (column) => column.notNull().defaultTo(false)
export const counter =
  (from: number): ColumnDefinitionBuilderCallback =>
  (column) =>
    column.notNull().defaultTo(from)

/** Reference with cascade: the row is deleted with its owner, so that deleting a user leaves nothing personal behind. */
export const ownedBy =
  (table: string): ColumnDefinitionBuilderCallback =>
  (column) =>
    pointsTo(table)(column).onDelete('cascade')

/** Reference that keeps the other row: it can't be deleted while this row exists. */
export const refersTo =
  (table: string): ColumnDefinitionBuilderCallback =>
  (column) =>
    pointsTo(table)(column).onDelete('restrict')

const pointsTo = (table: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(`${table}.id`)
