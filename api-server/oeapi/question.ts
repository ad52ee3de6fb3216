import type { ConnectionScope } from '#domain/oeapi/connection.rules.ts'
import { type FieldSelection, readFieldSelection } from '#domain/oeapi/field-selection.rules.ts'
import { type Filters, isFilterName, readFilters } from '#domain/oeapi/filter.rules.ts'
import { OeapiProblem } from './oeapi-problem.ts'
import type { Place } from './positions.ts'

export type RawQuery = Readonly<Record<string, string | string[] | undefined>>

/** Parsed request. Each part is one that its path allows. */
export interface Question {
  scopes: readonly ConnectionScope[]
  page: { size: number; number: number }
  /** where the page before ended; undefined to count from the beginning */
  after: Place | undefined
  filters: Filters
  fields: FieldSelection | undefined
  expand: ReadonlySet<string>
  /** further parameters of the path: 'q', 'primaryCode', 'state' … */
  given: ReadonlyMap<string, string>
  /** ms since the epoch, one for the whole answer */
  now: number
}

/** Sizes of a page in the standard. */
const PAGE_SIZES = [10, 20, 50, 100, 250]
const USUAL_SIZE = 10
/** Beyond any list of a school, and small enough to count rows with. */
const LAST_PAGE = 1_000_000

interface Allowed {
  isList: boolean
  /** names of further parameters */
  parameters?: readonly string[] | undefined
  expands?: readonly string[] | undefined
}

const bad = (detail: string) => new OeapiProblem('bad-request', detail)

/** Reads a query. Throws a problem for a parameter that the path does not know: to ignore a filter would answer too much. */
export function readQuestion(
  query: RawQuery,
  { isList, parameters = [], expands = [] }: Allowed,
  {
    readPosition,
    ...more
  }: Pick<Question, 'scopes' | 'now'> & { readPosition: (position: string) => Place | undefined },
): Question {
  const paging = isList ? ['pageSize', 'pageNumber', 'position'] : []
  const known = new Set(['fields', 'consumer', ...paging, ...(expands.length > 0 ? ['expand'] : []), ...parameters])
  refuseUnknown(query, (name) => known.has(name) || (isList && isFilterName(name)))
  const text = (name: string) => String(query[name])
  const filters = readFilters(isList ? query : {})
  if (typeof filters === 'string') throw bad(filters)
  const fields = query.fields === undefined ? undefined : readFieldSelection(text('fields'))
  if (query.fields !== undefined && !fields) throw bad('The parameter fields cannot be read.')
  const after = query.position === undefined ? undefined : readPosition(text('position'))
  if (query.position !== undefined && !after)
    throw bad('The position is not one of this list, with these parameters and scopes. Follow next as it was sent.')
  return {
    ...more,
    after,
    page: {
      size: query.pageSize === undefined ? USUAL_SIZE : sizeOf(text('pageSize')),
      number: query.pageNumber === undefined ? 1 : numberOf(text('pageNumber')),
    },
    filters,
    fields,
    expand: query.expand === undefined ? new Set() : expandsOf(text('expand'), expands),
    given: new Map(parameters.flatMap((name) => (query[name] === undefined ? [] : [[name, text(name)]]))),
  }
}

function refuseUnknown(query: RawQuery, isKnown: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(query)) {
    if (!isKnown(name)) throw bad(`The parameter ${name} is not supported here.`)
    if (isFilterName(name)) continue
    if (typeof value !== 'string') throw bad(`The parameter ${name} occurs twice.`)
    if (value.length > 1_000 || value.includes('\0')) throw bad(`The value of ${name} cannot be read.`)
  }
}

function sizeOf(text: string): number {
  const size = PAGE_SIZES.find((one) => String(one) === text)
  if (size === undefined) throw bad(`pageSize is one of ${PAGE_SIZES.join(', ')}.`)
  return size
}

function numberOf(text: string): number {
  const number = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > LAST_PAGE) throw bad(`pageNumber is 1 to ${LAST_PAGE}.`)
  return number
}

function expandsOf(text: string, allowed: readonly string[]): Set<string> {
  const wanted = text.split(',').map((word) => word.trim())
  const unknown = wanted.find((word) => !allowed.includes(word))
  if (unknown !== undefined) throw bad(`expand is one or more of ${allowed.join(', ')}.`)
  return new Set(wanted)
}

/** A parameter that is one of a few words; undefined if it was not given. */
export function wordIn<const Word extends string>(
  { given }: Pick<Question, 'given'>,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = given.get(name)
  if (value === undefined) return undefined
  const word = words.find((one) => one === value)
  if (word === undefined) throw bad(`${name} is one of ${words.join(', ')}.`)
  return word
}

/** A parameter that is an instant, as ms since the epoch; undefined if it was not given. */
export function instantIn({ given }: Pick<Question, 'given'>, name: string): number | undefined {
  const value = given.get(name)
  if (value === undefined) return undefined
  const instant = instantOfText(value)
  if (instant === undefined) throw bad(`${name} is a day or an instant of RFC 3339.`)
  return instant
}

const RFC3339 = /^[12]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

export function instantOfText(text: string): number | undefined {
  const instant = RFC3339.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}
