import type { FastifyBaseLogger } from 'fastify'
import type { Counter } from 'prom-client'
import type { ConnectionTables } from '#database/connection-tables.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { RefusalKind } from '#domain/oeapi/refusal.rules.ts'
import { startPoller } from '#server/poller.ts'
import type { ConnectionRow } from './connections.ts'

type Refusal = Omit<ConnectionTables['connection_refusal'], 'id'>

/** Refusals kept of a connection, the latest. */
const KEPT = 10

/** ms between two writes: a system that asks wrongly a thousand times writes no more often. */
const WRITE_EVERY_MS = 5_000

interface RefusalsDeps {
  database: Database
  /** `connection_refusals_total` */
  counter: Counter<'connection' | 'kind'>
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

export interface Refusals {
  note(refused: { connection: Pick<ConnectionRow, 'id' | 'client_id'>; asked: string; kind: RefusalKind }): void
  /** writes what was noted, and stops */
  stop(): Promise<void>
}

/** Counts and keeps the refusals of connections for teachers: what was asked, but no person. */
export function openRefusals({ database, counter, clock, log }: RefusalsDeps): Refusals {
  let noted = new Map<number, Refusal[]>()
  let writtenAt = 0
  const write = async () => {
    const found = noted
    noted = new Map()
    if (found.size === 0) return
    writtenAt = clock()
    await keepRefusals(database, found)
  }
  const poller = startPoller({
    poll: async () => {
      await write()
      return WRITE_EVERY_MS
    },
    warning: 'what connections were refused is not kept',
    ...{ log, first: WRITE_EVERY_MS, afterFailure: WRITE_EVERY_MS },
  })
  return {
    note: ({ connection: { id, client_id }, asked, kind }) => {
      counter.inc({ connection: client_id, kind })
      const refusal = { connection_id: id, at: new Date(clock()).toISOString(), asked, kind }
      noted.set(id, [...(noted.get(id) ?? []), refusal].slice(-KEPT))
      if (clock() - writtenAt >= WRITE_EVERY_MS) poller.wake()
    },
    stop: async () => {
      await poller.stop()
      await write().catch((err) => log.warn({ err }, 'what connections were refused was not kept'))
    },
  }
}

const keepRefusals = (database: Database, found: ReadonlyMap<number, Refusal[]>): Promise<void> =>
  database.transaction(async (trx) => {
    // In one order, so that two processes do not wait for each other.
    for (const [connection_id, refusals] of [...found].toSorted(([one], [other]) => one - other)) {
      await trx.insertInto('connection_refusal').values(refusals).execute()
      await trx
        .deleteFrom('connection_refusal')
        .where('connection_id', '=', connection_id)
        .where('id', 'not in', (all) =>
          all
            .selectFrom('connection_refusal')
            .select('id')
            .where('connection_id', '=', connection_id)
            .orderBy('id', 'desc')
            .limit(KEPT),
        )
        .execute()
    }
  })
