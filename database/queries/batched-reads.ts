import type { CompiledQuery, DialectAdapter, Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export type Ids = readonly number[]

interface Compiled<Row> {
  query: CompiledQuery<Row>
  /** where each parameter comes from: a constant of the question, or the nth id of all lists together */
  parameters: readonly ({ constant: unknown } | { nth: number })[]
}

/**
 * A question about lists of ids that is built and compiled once for each size, since Kysely takes longer for that than
 * SQLite for the answer. Lists are filled up to the next power of two, by repeating their last id, so that few sizes
 * (and few prepared statements) occur; `build` must not mind an id that comes twice. An empty list asks for 0, which no
 * row has.
 */
export function compiledBySize<Lists extends readonly Ids[], Row>(
  build: (kysely: Kysely<Tables>, ...lists: Lists) => { compile(): CompiledQuery<Row> },
): (kysely: Kysely<Tables>, ...lists: Lists) => Promise<Row[]> {
  const engines = new WeakMap<DialectAdapter, Map<string, Compiled<Row>>>()

  return async (kysely, ...lists) => {
    const { adapter } = kysely.getExecutor()
    const known = engines.get(adapter) ?? new Map<string, Compiled<Row>>()
    engines.set(adapter, known)

    const filled = lists.map(fillUp)
    const size = filled.map(({ length }) => length).join()
    const { query, parameters } = known.get(size) ?? compile(build, kysely, filled)
    if (!known.has(size)) known.set(size, { query, parameters })

    const ids = filled.flat()
    const { rows } = await kysely.executeQuery<Row>({
      ...query,
      parameters: parameters.map((parameter) => ('nth' in parameter ? ids[parameter.nth] : parameter.constant)),
    })
    return rows
  }
}

function fillUp(list: Ids): Ids {
  const last = list.at(-1) ?? 0
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, list.length)))
  return [...list, ...Array<number>(size - list.length).fill(last)]
}

/** Compiles with stand-ins for the ids, numbers that no question holds by itself, to see where each of them ends up. */
function compile<Lists extends readonly Ids[], Row>(
  build: (kysely: Kysely<Tables>, ...lists: Lists) => { compile(): CompiledQuery<Row> },
  kysely: Kysely<Tables>,
  lists: readonly Ids[],
): Compiled<Row> {
  let count = 0
  const standIns = lists.map((list) => list.map(() => STAND_IN - count++))
  // as many lists as came in, each as long as before: TypeScript loses the tuple in map()
  const query = build(kysely, ...(standIns as readonly Ids[] as Lists)).compile()
  const parameters = query.parameters.map((parameter) =>
    typeof parameter === 'number' && parameter <= STAND_IN && parameter > STAND_IN - count
      ? { nth: STAND_IN - parameter }
      : { constant: parameter },
  )
  return { query, parameters }
}

const STAND_IN = -1_000_000_000

/** SQLite takes 32,766 parameters a statement, PostgreSQL 65,535; a row may need a handful of them. */
const CHUNK = 1_000

export function* inChunks<Item>(items: readonly Item[], size = CHUNK): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/**
 * Collects the keys that are asked for in one turn of the event loop and answers them all by one `load`. Under load
 * that is a question to the database per turn rather than per request; a lone key waits for nobody. A key that `load`
 * leaves out of its map is answered `undefined`; its error goes to everyone who asked in that turn.
 */
export function createSameTurnLoader<Key, Value>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let turn: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Value>> } | undefined

  const startTurn = () => {
    const keys = new Set<Key>()
    const ended = new Promise<void>((resolve) => {
      // After the poll phase, in which all sockets that have something are read.
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
