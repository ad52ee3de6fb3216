/** Comparisons of `filter_query` in the standard; those with `array` are for lists. */
export const filterOperations = [
  'is',
  'in',
  'not_in',
  'like',
  'not_like',
  'any_in_array',
  'all_in_array',
  'gt_int',
  'lt_int',
  'gt_float',
  'lt_float',
  'gt_date',
  'lt_date',
] as const
export type FilterOperation = (typeof filterOperations)[number]

export interface Filter {
  /** path in the standard's schemas: 'primaryCode.code' */
  field: string
  operation: FilterOperation
  value: string
}

/** `all` of these must hold, and one of `any` if there are some. */
export interface Filters {
  all: Filter[]
  any: Filter[]
}

/** Most filters in a request, and most characters of a value: more is a mistake, or meant to cost time. */
const MOST_FILTERS = 20
const MOST_CHARACTERS = 1_000

const ALL = /^filter_query\[([\w.]{1,64})\]\[(\w{1,20})\]$/
const ANY = /^filter_query\[__or\]\[\d{0,3}\]\[([\w.]{1,64})\]\[(\w{1,20})\]$/

export const isFilterName = (name: string): boolean => name.startsWith('filter_query')

/** Reads the filters of a query, by the names of its parameters. Returns a sentence about the first that cannot be read. */
export function readFilters(query: Readonly<Record<string, string | string[] | undefined>>): Filters | string {
  const filters: Filters = { all: [], any: [] }
  for (const [name, given] of Object.entries(query)) {
    if (given === undefined || !isFilterName(name)) continue
    const or = ANY.exec(name)
    const [, field, operation] = or ?? ALL.exec(name) ?? []
    if (field === undefined || !isOperation(operation)) return `${name} is no filter of the standard.`
    for (const value of [given].flat()) {
      if (value.length > MOST_CHARACTERS || value.includes('\0')) return `The value of ${name} cannot be read.`
      filters[or ? 'any' : 'all'].push({ field: inCamelCase(field), operation, value })
    }
  }
  return filters.all.length + filters.any.length > MOST_FILTERS ? `At most ${MOST_FILTERS} filters.` : filters
}

const isOperation = (word: string | undefined): word is FilterOperation =>
  filterOperations.some((operation) => operation === word)

/** The standard's examples write fields with underscores, its schemas in camel case. */
const inCamelCase = (field: string): string => field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
