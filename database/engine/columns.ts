import {
  type ColumnDefinitionBuilder,
  type ColumnDefinitionBuilderCallback,
  type Kysely,
  type RawBuilder,
  SqliteAdapter,
  sql,
} from 'kysely'

type Column<Name extends string> = [name: Name, type: RawBuilder<unknown>]

/** The column types that the engines call by different names. Spread one into `addColumn(...day('date'), required)`. */
interface Columns {
  /** numbered by the database, never reused after a deletion; also the primary key */
  id(): Column<'id'>
  flag<Name extends string>(name: Name): Column<Name>
  /** a calendar day, 'YYYY-MM-DD' */
  day<Name extends string>(name: Name): Column<Name>
  /** an instant in UTC, ISO text with milliseconds and 'Z' */
  instant<Name extends string>(name: Name): Column<Name>
  /** a text that is only sorted by: letter by letter, the same on both engines wherever they run */
  sortKey<Name extends string>(name: Name): Column<Name>
}

const postgres: Columns = {
  id: () => ['id', sql`integer generated always as identity primary key`],
  flag: (name) => [name, sql`boolean`],
  day: (name) => [name, sql`date`],
  instant: (name) => [name, sql`timestamptz(3)`],
  sortKey: (name) => [name, sql`text collate "C"`],
}

/** SQLite keeps anything in any column: the checks hold it to what PostgreSQL's types refuse by themselves. */
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

/** A row that goes when its owner goes: deleting a user leaves nothing personal behind. */
export const ownedBy =
  (table: string): ColumnDefinitionBuilderCallback =>
  (column) =>
    pointsTo(table)(column).onDelete('cascade')

/** A row that others keep alive: it can't be deleted from under them. */
export const refersTo =
  (table: string): ColumnDefinitionBuilderCallback =>
  (column) =>
    pointsTo(table)(column).onDelete('restrict')

const pointsTo = (table: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(`${table}.id`)
