import type { CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Kysely } from '#database/tables.ts'

export type Ids = readonly number[]
/** Texts of a batch, at least one: unlike 0 among ids, there is no text that no row has. */
export type Texts = readonly string[]

interface Compiled<Row> {
  query: CompiledQuery<Row>
  /** source of each parameter: a constant of the query, or the nth id of all lists together */
  parameters: readonly ({ constant: unknown } | { nth: number })[]
}

/**
 * Query with lists of ids or texts, built and compiled once for each size: Kysely takes longer for that than SQLite for the
 * answer. Lists are filled up to the next power of two by repeating their last id, so that few sizes (and few prepared
 * statements) occur; `build` must tolerate duplicate ids. An empty list becomes 0, which no row has.
 */
export function compiledBySize<Lists extends readonly (Ids | Texts)[], Row>(
  build: (kysely: Kysely, ...lists: Lists) => { compile(): CompiledQuery<Row> },
): (kysely: Kysely, ...lists: Lists) => Promise<Row[]> {
  const engines = new WeakMap<DialectAdapter, Map<string, Compiled<Row>>>()

  return async (kysely, ...lists) => {
    const { adapter } = kysely.getExecutor()
    const known = engines.get(adapter) ?? new Map<string, Compiled<Row>>()
    engines.set(adapter, known)

    const filled = lists.map(fillUp)
    const size = filled.map(({ length }) => length).join()
    const { query, parameters } = known.get(size) ?? compile(build, kysely, filled)
    if (!known.has(size)) known.set(size, { query, parameters })

    const items = filled.flat()
    const { rows } = await kysely.executeQuery<Row>({
      ...query,
      parameters: parameters.map((parameter) => ('nth' in parameter ? items[parameter.nth] : parameter.constant)),
    })
    return rows
  }
}

function fillUp(list: Ids | Texts): (number | string)[] {
  const last = list.at(-1) ?? 0
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, list.length)))
  return [...list, ...Array<number | string>(size - list.length).fill(last)]
}

/** Compiles with stand-ins for the items, values that occur in no query, to see where each of them ends up. */
function compile<Lists extends readonly (Ids | Texts)[], Row>(
  build: (kysely: Kysely, ...lists: Lists) => { compile(): CompiledQuery<Row> },
  kysely: Kysely,
  lists: readonly (number | string)[][],
): Compiled<Row> {
  const places = new Map<unknown, number>()
  const standIns = lists.map((list) =>
    list.map((item) => {
      const standIn = typeof item === 'number' ? STAND_IN - places.size : `stands in for ${places.size}`
      places.set(standIn, places.size)
      return standIn
    }),
  )
  // build() gets lists of the same number, length and kind as were passed: TypeScript loses the tuple in map()
  const query = build(kysely, ...(standIns as readonly (number | string)[][] as readonly unknown[] as Lists)).compile()
  const parameters = query.parameters.map((parameter) => {
    const nth = places.get(parameter)
    return nth === undefined ? { constant: parameter } : { nth }
  })
  return { query, parameters }
}

const STAND_IN = -1_000_000_000

/**
 * Insert of many rows, built and compiled once for each number of rows. All rows must have the same columns in the same order,
 * since the compiled statement gets their values in that order.
 */
export function runByCount<Row extends object, Result>(
  build: (kysely: Kysely, rows: readonly Row[]) => { compile(): CompiledQuery<Result> },
): (kysely: Kysely, rows: readonly Row[]) => Promise<QueryResult<Result>> {
  const engines = new WeakMap<DialectAdapter, CompiledQuery<Result>[]>()

  return async (kysely, rows) => {
    const { adapter } = kysely.getExecutor()
    const byCount = engines.get(adapter) ?? []
    engines.set(adapter, byCount)
    const query = byCount[rows.length] ?? build(kysely, rows).compile()
    byCount[rows.length] = query
    const parameters = rows.flatMap((row) => Object.values(row))
    return kysely.executeQuery<Result>({ ...query, parameters })
  }
}

/** Like `runByCount`, for the returned rows; without rows it runs nothing. */
export function compiledByCount<Row extends object, Result>(
  build: (kysely: Kysely, rows: readonly Row[]) => { compile(): CompiledQuery<Result> },
): (kysely: Kysely, rows: readonly Row[]) => Promise<Result[]> {
  const run = runByCount(build)
  return async (kysely, rows) => (rows.length === 0 ? [] : (await run(kysely, rows)).rows)
}

/** SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535; an item may need a handful. */
const ITEMS_PER_CHUNK = 1_000

export function* inChunks<Item>(items: readonly Item[], size = ITEMS_PER_CHUNK): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Rows that a query finds for all of these items, of which it gets a chunk at a time. */
export async function rowsInChunks<Item, Row>(
  items: readonly Item[],
  find: (some: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  // One by one: a chunk may find more rows than a call takes arguments.
  for (const some of inChunks(items)) for (const row of await find(some)) rows.push(row)
  return rows
}

/**
 * Collects the keys requested in one turn of the event loop and loads them together. Under load that is one query per turn
 * instead of one per request; a single key does not wait. A key that `load` omits from its map resolves to `undefined`; an
 * error rejects for all callers of that turn.
 */
export function createSameTurnLoader<Key, Value>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let turn: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Value>> } | undefined

  const startTurn = () => {
    const keys = new Set<Key>()
    const ended = new Promise<void>((resolve) => {
      // After the poll phase, in which all sockets with data are read.
      setImmediate(resolve)
    })
    const answers = ended.then(() => {
      turn = undefined
      return load([...keys])
    })
    return { keys, answers }
  }

  return async (key) => {
    turn ??= startTurn()
    turn.keys.add(key)
    return (await turn.answers).get(key)
  }
}
