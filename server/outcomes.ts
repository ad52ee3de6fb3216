import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Selectable } from 'kysely'
import { KEY_HEADER } from '#contract/endpoint.ts'
import type { OutcomeId, WriteOutcome } from '#contract/outcomes.calls.ts'
import { writeKeySchema } from '#contract/outcomes.calls.ts'
import { statusOfReason } from '#contract/refusals.ts'
import type { Database } from '#database/engine/open-database.ts'
import { createSameTurnLoader, runByCount } from '#database/queries/batched-reads.ts'
import type { Kysely, Tables, Transaction } from '#database/tables.ts'
import { ALREADY_DONE, type Rebuild } from './operation.ts'
import { Problem } from './problem.ts'

/*
 * The outcomes of writes with a key (outcomes.rationale.md). `openOutcomes` wraps the handler of each route that `operation`
 * marks, and remembers the write while the handler runs. The first transaction that the handler commits, through
 * `keepingOutcomes`, inserts the outcome as its last statement. If the key exists already, the transaction is rolled back
 * (`KeyTaken`) and the reply is made from the stored outcome. The enrollment desk inserts the outcomes of a batch
 * together (`insertOutcomes`).
 */

/** Write with a key, while it is handled. */
export interface KeyedWrite {
  userId: number
  key: string
  bodyHash: string
  /** status of the reply once it is done */
  status: number
  /** records that the transaction has made or changed so far */
  ids: OutcomeId[]
  isKept: boolean
  /** number of requests that it made to the enrollment desk, and of those that are settled */
  parts: { made: number; settled: number }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** set for a write whose outcome is stored: its status once done */
    keeps?: { status: number; rebuild?: Rebuild | undefined }
  }
}

const writes = new AsyncLocalStorage<KeyedWrite>()

export const writeUnderWay = (): KeyedWrite | undefined => writes.getStore()

/** Runs work that is shared with other writes, or only part of one: it stores no outcome. */
export const outsideWrite = <Result>(work: () => Result): Result => writes.exit(work)

/** Most ids stored; more would be no use. */
const MOST_IDS = 200

export function noteIds(kind: string, ids: readonly number[]): void {
  const write = writes.getStore()
  if (write) write.ids.push(...ids.slice(0, MOST_IDS - write.ids.length).map((id) => ({ kind, id })))
}

/** Another write has this key, or it may not be used any more: nothing of this write was done. */
export class KeyTaken extends Problem {
  constructor() {
    super('write-running')
  }
}

interface DoneWrite {
  write: KeyedWrite
  status: number
  ids: readonly OutcomeId[]
}

/**
 * Inserts these outcomes in the order of their keys, as the last statement of the transaction with the writes. Throws
 * `KeyTaken`, which must roll it back.
 */
export async function insertOutcomes(trx: Transaction, done: readonly DoneWrite[], now: number): Promise<void> {
  if (done.length === 0) return
  const created_at = new Date(now).toISOString()
  const rows = done
    .map(({ write: { userId, key, bodyHash }, status, ids }) => ({
      user_id: userId,
      key,
      body_hash: bodyHash,
      status,
      ids: ids.length > 0 ? JSON.stringify(ids) : null,
      created_at,
    }))
    .toSorted(byKeyAndUser)
  const { numAffectedRows } = await insertRows(trx, rows)
  if (Number(numAffectedRows) < rows.length) throw new KeyTaken()
}

type Row = Omit<Selectable<Tables['write_outcome']>, 'id'>

function byKeyAndUser(one: Row, other: Row): number {
  if (one.key === other.key) return one.user_id - other.user_id
  return one.key < other.key ? -1 : 1
}

const insertRows = runByCount((kysely, rows: readonly Row[]) =>
  kysely
    .insertInto('write_outcome')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['key', 'user_id']).doNothing()),
)

/** Returns the writes whose key has a committed outcome. */
export async function findTaken(
  { kysely }: Pick<Database, 'kysely'>,
  asked: readonly KeyedWrite[],
): Promise<ReadonlySet<KeyedWrite>> {
  const writesByName = new Map(asked.map((write) => [nameOf({ user_id: write.userId, key: write.key }), write]))
  const outcomes = await findKept(kysely, [...writesByName.keys()])
  return new Set([...outcomes.keys()].flatMap((name) => writesByName.get(name) ?? []))
}

const nameOf = ({ user_id, key }: Pick<Row, 'user_id' | 'key'>): string => `${user_id} ${key}`

/** Wraps the database: the first transaction that a keyed write commits stores its outcome. */
export function keepingOutcomes(database: Database, clock: () => number): Database {
  const transaction: Database['transaction'] = async (work) => {
    const write = writes.getStore()
    if (!write || write.isKept) return database.transaction(work)
    write.isKept = true
    try {
      return await database.transaction(async (trx) => {
        write.ids = []
        const result = await work(trx)
        await insertOutcomes(trx, [{ write, ...write }], clock())
        return result
      })
    } catch (error) {
      write.isKept = false
      throw error
    }
  }
  return { ...database, transaction }
}

export interface Outcomes {
  /** handles writes with a key; pass it to `addHook('onRoute')` */
  onRoute: (route: RouteOptions) => void
  /** Reads the outcome of a write. An unknown key can't be used after this. */
  read: (userId: number, key: string) => Promise<WriteOutcome>
}

interface OutcomesOptions {
  /** database from `keepingOutcomes` */
  database: Database
  clock: () => number
}

/** Stores the outcomes of routes that are added after the `onRoute` hook. */
export function openOutcomes({ database, clock }: OutcomesOptions): Outcomes {
  /** writes that run in this process; the database makes repeats in other processes wait */
  const running = new Set<string>()

  const find = createSameTurnLoader((names: string[]) => findKept(database.kysely, names))

  const countBurned = createBurnCounter()

  const wrap = (
    handler: RouteOptions['handler'],
    { status, rebuild }: { status: number; rebuild?: Rebuild | undefined },
  ): RouteOptions['handler'] => {
    return async function (this: ThisParameterType<typeof handler>, request, reply) {
      const key = keyIn(request)
      if (key === undefined) return handler.call(this, request, reply)
      const userId = request.caller.id
      const name = nameOf({ user_id: userId, key })
      if (running.has(name)) throw new Problem('write-running')
      running.add(name)
      const write: KeyedWrite = {
        ...{ userId, key, status, bodyHash: hashOf(request) },
        ...{ ids: [], isKept: false, parts: { made: 0, settled: 0 } },
      }
      try {
        return await writes.run(write, async () => {
          const answer: unknown = await handler.call(this, request, reply)
          // Nothing was written, or only by parts.
          if (!write.isKept) await database.transaction(async () => undefined)
          return answer
        })
      } catch (error) {
        const outcome = mayBeRepeat(error, write) ? await find(name) : undefined
        if (!outcome) throw error
        return answerAgain(outcome, { write, request, reply, rebuild })
      } finally {
        running.delete(name)
      }
    }
  }

  return {
    onRoute: (route) => {
      const { keeps } = route.config ?? {}
      if (keeps) route.handler = wrap(route.handler, keeps)
    },
    read: async (userId, key) => {
      const name = nameOf({ user_id: userId, key })
      if (running.has(name)) return { outcome: 'running' }
      const stored = await find(name)
      if (!stored) countBurned(userId, clock())
      const outcome = stored ?? (await burnKey(database.kysely, { userId, key, now: clock() }))
      return outcome ? outcomeOf(outcome) : { outcome: 'not-received' }
    },
  }
}

/** Finds outcomes by combined user ids and keys (`nameOf`). */
async function findKept(kysely: Kysely, names: readonly string[]): Promise<Map<string, KeptOutcome>> {
  const sought = names.map((name) => name.split(' '))
  const rows = await kysely
    .selectFrom('write_outcome')
    .select(['user_id', 'key', 'body_hash', 'status', 'ids'])
    .where('key', 'in', [...new Set(sought.map(([, key = '']) => key))])
    .where('user_id', 'in', [...new Set(sought.map(([userId]) => Number(userId)))])
    .execute()
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/** Key of a write; undefined without one, which stores no outcome. Throws `request-malformed`. */
function keyIn({ headers }: FastifyRequest): string | undefined {
  const key = headers[KEY_HEADER]
  if (key === undefined) return undefined
  const { success, data } = writeKeySchema.safeParse(key)
  if (!success) throw new Problem('request-malformed')
  return data
}

/** Hash of a request: its key is valid for this request only. */
const hashOf = ({ method, url, body }: FastifyRequest): string =>
  hash('sha256', `${method} ${url} ${JSON.stringify(body ?? null)}`, 'base64url')

/** Whether a refused write may be a repeat, refused for its own effect, such as having deleted its record. */
function mayBeRepeat(error: unknown, { isKept }: KeyedWrite): boolean {
  if (isKept || !(error instanceof Problem)) return false
  // A caller who lost the permission gets no reply made again.
  return error.reason !== 'not-yours' && statusOfReason(error.reason) < 500
}

interface Repeat {
  write: KeyedWrite
  request: FastifyRequest
  reply: FastifyReply
  rebuild: Rebuild | undefined
}

type KeptOutcome = Omit<Row, 'created_at'>

async function answerAgain(kept: KeptOutcome, { write, request, reply, rebuild }: Repeat): Promise<object> {
  if (kept.body_hash === null) throw new Problem('write-too-late')
  if (kept.body_hash !== write.bodyHash) throw new Problem('key-reused')
  const outcome = outcomeOf(kept)
  const answer = outcome.outcome === 'done' ? await rebuild?.(request, outcome.ids).catch(ignoreGone) : undefined
  reply.code(answer ? (kept.status ?? ALREADY_DONE) : ALREADY_DONE)
  return answer ?? outcome
}

function ignoreGone(error: unknown): undefined {
  if (!(error instanceof Problem) || error.reason !== 'not-found') throw error
}

const outcomeOf = ({ status, ids }: Pick<Row, 'status' | 'ids'>): WriteOutcome =>
  status === null ? { outcome: 'not-received' } : { outcome: 'done', status, ids: ids === null ? [] : JSON.parse(ids) }

/** Unknown keys that a caller may ask about in an hour: each becomes a row. A whole results grid without network needs fewer. */
const BURNED_AN_HOUR = 300
const HOUR_MS = 3_600_000

/**
 * Counts the unknown keys of each caller. Throws `too-many-requests` above `BURNED_AN_HOUR`. Apart from the queue of the
 * caller's writes (caller-writes.ts), so that the outcome of an import can be read while it runs.
 */
function createBurnCounter() {
  const counts = new Map<number, number>()
  let hour = 0
  return (userId: number, now: number): void => {
    const current = Math.floor(now / HOUR_MS)
    if (current !== hour) counts.clear()
    hour = current
    const count = (counts.get(userId) ?? 0) + 1
    if (count > BURNED_AN_HOUR)
      throw new Problem('too-many-requests', { retryAfter: Math.ceil(((hour + 1) * HOUR_MS - now) / 1000) })
    counts.set(userId, count)
  }
}

/** Makes the key unusable. Waits for a write with it that is being committed, and then returns the outcome. */
async function burnKey(
  kysely: Kysely,
  { userId, key, now }: { userId: number; key: string; now: number },
): Promise<Pick<Row, 'status' | 'ids'> | undefined> {
  await kysely
    .insertInto('write_outcome')
    .values({ user_id: userId, key, created_at: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.columns(['key', 'user_id']).doNothing())
    .execute()
  return kysely
    .selectFrom('write_outcome')
    .select(['status', 'ids'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** ms that an outcome is stored; a client that asks later learns nothing about the write. */
const KEPT_MS = 24 * 3_600_000

/** Deletes the oldest outcomes past their retention at `now`, at most `most`; returns how many. */
export async function forgetWriteOutcomes(
  { kysely }: Pick<Database, 'kysely'>,
  { most, now }: { most: number; now: number },
): Promise<number> {
  // Ordered by id, which is also the order in time: an index by time would cost each write.
  const oldest = await kysely
    .selectFrom('write_outcome')
    .select(['id', 'created_at'])
    .orderBy('id')
    .limit(most)
    .execute()
  const since = new Date(now - KEPT_MS).toISOString()
  const ids = oldest.filter(({ created_at }) => created_at < since).map(({ id }) => id)
  if (ids.length > 0) await kysely.deleteFrom('write_outcome').where('id', 'in', ids).execute()
  return ids.length
}
