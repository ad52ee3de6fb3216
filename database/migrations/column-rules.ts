import { type ColumnDefinitionBuilder, type ColumnDefinitionBuilderCallback, sql } from 'kysely'

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

export const oneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`
