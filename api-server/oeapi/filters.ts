import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { ConnectionScope } from '#domain/oeapi/connection.rules.ts'
import type { Filter, FilterOperation, Filters } from '#domain/oeapi/filter.rules.ts'
import { OeapiProblem } from './oeapi-problem.ts'
import { instantOfText, type Question } from './question.ts'

export interface Filterable {
  kind: keyof typeof operations
  column: RawBuilder<unknown>
  /** scope without which the field is not in the answer either */
  scope?: ConnectionScope
}

export type FilterableFields = Readonly<Record<string, Filterable>>

/** Operations by kind of field. A `list` has at most one item here, or is null. */
const operations = {
  text: ['is', 'in', 'not_in', 'like', 'not_like'],
  number: ['is', 'in', 'not_in', 'gt_int', 'lt_int', 'gt_float', 'lt_float'],
  flag: ['is'],
  instant: ['is', 'gt_date', 'lt_date'],
  list: ['is', 'any_in_array', 'all_in_array'],
} as const satisfies Record<string, readonly FilterOperation[]>

const any = expressionBuilder<Tables, never>()

/**
 * Builds the conditions of a query's filters. Throws 403 for a field outside the token's scopes, so that nobody can guess at
 * what they cannot read, and 400 for a field or operation that is not supported.
 */
export function conditionsOf(
  filters: Filters,
  fields: FilterableFields,
  scopes: readonly ConnectionScope[],
): Expression<SqlBool>[] {
  const condition = (filter: Filter) => conditionOf(filter, fields, scopes)
  return [...filters.all.map(condition), ...(filters.any.length > 0 ? [any.or(filters.any.map(condition))] : [])]
}

function conditionOf(
  filter: Filter,
  fields: FilterableFields,
  scopes: readonly ConnectionScope[],
): Expression<SqlBool> {
  const field = Object.hasOwn(fields, filter.field) ? fields[filter.field] : undefined
  if (field?.scope && !scopes.includes(field.scope)) throw outsideScope(field.scope)
  if (!field) {
    const own = Object.keys(fields).filter((name) => isWithin(fields[name]?.scope, scopes))
    throw new OeapiProblem('bad-request', `Filters are supported on: ${own.join(', ')}.`)
  }
  const supported: readonly FilterOperation[] = operations[field.kind]
  if (!supported.includes(filter.operation))
    throw new OeapiProblem('bad-request', `${filter.field} supports: ${supported.join(', ')}.`)
  return compare(field, filter)
}

/** Field that has the same value in every row. */
export const constant = (value: string): Filterable => ({ kind: 'text', column: sql`cast(${value} as text)` })

/** Condition of a parameter for such a field: all rows, or none. */
export const isConstant = ({ given }: Pick<Question, 'given'>, name: string, value: string): Expression<SqlBool>[] =>
  (given.get(name) ?? value) === value ? [] : [sql<SqlBool>`1 = 0`]

const isWithin = (scope: ConnectionScope | undefined, scopes: readonly ConnectionScope[]): boolean =>
  scope === undefined || scopes.includes(scope)

export const outsideScope = (scope: ConnectionScope): OeapiProblem =>
  new OeapiProblem('forbidden', `This needs the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer realm="oeapi", error="insufficient_scope", scope="${scope}"` },
  })

/** Most values of a comparison with several. */
const MOST_VALUES = 100

function compare({ kind, column }: Filterable, { field, operation, value }: Filter): Expression<SqlBool> {
  const unreadable = () => new OeapiProblem('bad-request', `The value of ${field} cannot be read.`)
  const number = () => {
    if (!/^-?\d{1,9}(\.\d{1,6})?$/.test(value)) throw unreadable()
    // Without the cast PostgreSQL takes the type of the column, and fails on '5.5' for an integer.
    return sql`cast(${Number(value)} as double precision)`
  }
  const instant = () => {
    const found = instantOfText(value)
    if (found === undefined) throw unreadable()
    return new Date(found).toISOString()
  }
  const values = () => {
    const list = value.split(',')
    if (list.length > MOST_VALUES) throw unreadable()
    return sql.join(kind === 'number' ? list.map(Number).map(finite(unreadable)) : list)
  }
  const like = () => sql`lower(${value.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')})`
  switch (operation) {
    case 'is':
      return presence({ kind, column }, value, unreadable)
    case 'in':
    case 'any_in_array':
      return sql`${column} in (${values()})`
    case 'all_in_array':
      return any.and(
        value
          .split(',')
          .slice(0, MOST_VALUES)
          .map((one) => sql<SqlBool>`${column} = ${one}`),
      )
    case 'not_in':
      return sql`(${column} is null or ${column} not in (${values()}))`
    case 'like':
      return sql`lower(${column}) like ${like()} escape '\\'`
    case 'not_like':
      return sql`(${column} is null or lower(${column}) not like ${like()} escape '\\')`
    case 'gt_int':
    case 'gt_float':
      return sql`${column} > ${number()}`
    case 'lt_int':
    case 'lt_float':
      return sql`${column} < ${number()}`
    case 'gt_date':
      return sql`${column} > ${instant()}`
    case 'lt_date':
      return sql`${column} < ${instant()}`
  }
}

const finite = (unreadable: () => OeapiProblem) => (value: number) => {
  if (!Number.isFinite(value) || Math.abs(value) > 1e9) throw unreadable()
  return sql`cast(${value} as double precision)`
}

/** `filter_query[field][is]`: whether there is a value, or which flag. */
function presence(
  { kind, column }: Pick<Filterable, 'kind' | 'column'>,
  value: string,
  unreadable: () => OeapiProblem,
): Expression<SqlBool> {
  if (kind === 'flag') {
    if (value !== 'true' && value !== 'false') throw unreadable()
    return value === 'true' ? sql`${column}` : sql`not (${column})`
  }
  if (value === 'null' || value === 'empty' || value === 'empty_array') return sql`${column} is null`
  if (value === 'not_null' || value === 'not_empty' || value === 'not_empty_array') return sql`${column} is not null`
  throw unreadable()
}
