import type { FastifyBaseLogger } from 'fastify'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { type ReadingKind, readingsLabel } from '#domain/oeapi/reading.texts.ts'
import { startPoller } from '#server/poller.ts'
import type { ConnectionRow } from './connections.ts'

/*
 * How often each connection reads, for the log. Requests are counted in memory and written once a minute: a harvest of a
 * hundred thousand records would otherwise write as often as it reads. When a day is over, the log gets one line about it
 * for each connection, with numbers only. A killed server loses at most a minute of counts.
 */

const WRITE_EVERY_MS = 60_000

export interface Counted {
  connection_id: number
  day: string
  kind: ReadingKind
  requests: number
}

interface ReadingsDeps {
  database: Database
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

export interface Readings {
  count(connectionId: number, kind: ReadingKind): void
  /** writes what was counted, and stops */
  stop(): Promise<void>
}

export function openReadings({ database, clock, log }: ReadingsDeps): Readings {
  let counts = new Map<string, Counted>()
  const write = async () => {
    const counted = counts
    counts = new Map()
    try {
      await writeReadings(database, [...counted.values()], clock())
    } catch (error) {
      // Counted again with the next ones.
      for (const [key, one] of counted) add(key, one)
      throw error
    }
    return WRITE_EVERY_MS
  }
  const add = (key: string, { requests, ...one }: Counted) => {
    const known = counts.get(key)
    counts.set(key, { ...one, requests: (known?.requests ?? 0) + requests })
  }
  const poller = startPoller({
    poll: write,
    warning: 'what connections read is counted later',
    log,
    first: WRITE_EVERY_MS,
    afterFailure: WRITE_EVERY_MS,
  })
  return {
    count: (connection_id, kind) => {
      const day = dayOf(clock())
      add(`${connection_id} ${day} ${kind}`, { connection_id, day, kind, requests: 1 })
    },
    stop: async () => {
      await poller.stop()
      if (counts.size > 0) await write().catch((err) => log.warn({ err }, 'what connections read was not counted'))
    },
  }
}

/** Adds counts, and moves those of earlier days to the log. */
export async function writeReadings(database: Database, counted: readonly Counted[], now: number): Promise<void> {
  await database.transaction(async (trx) => {
    // In one order, so that two processes do not wait for each other.
    const rows = counted.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    for (const row of rows) {
      await trx
        .insertInto('connection_reading')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['connection_id', 'day', 'kind']).doUpdateSet(({ eb, ref }) => ({
            requests: eb('connection_reading.requests', '+', ref('excluded.requests')),
          })),
        )
        .execute()
    }
    const last_used_at = new Date(now).toISOString()
    const ids = [...new Set(counted.map(({ connection_id }) => connection_id))]
    if (ids.length > 0) await trx.updateTable('connection').set({ last_used_at }).where('id', 'in', ids).execute()
  })
  await logEarlierDays(database, now)
}

const keyOf = ({ connection_id, day, kind }: Counted): string =>
  `${String(connection_id).padStart(10, '0')} ${day} ${kind}`

async function logEarlierDays(database: Database, now: number): Promise<void> {
  const isOver = await database.kysely
    .selectFrom('connection_reading')
    .select('day')
    .where('day', '<', dayOf(now))
    .limit(1)
    .executeTakeFirst()
  if (!isOver) return
  await database.transaction(async (trx) => {
    // Another process that does the same finds nothing left, so each day is logged once.
    const gone = await trx
      .deleteFrom('connection_reading')
      .where('day', '<', dayOf(now))
      .returning(['connection_id', 'day', 'kind', 'requests'])
      .execute()
    const byDay = Map.groupBy(gone, ({ connection_id, day }) => `${day} ${connection_id}`)
    for (const [, rows] of [...byDay].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const [first] = rows
      if (!first) continue
      const about = readingsLabel(first.day, Object.fromEntries(rows.map(({ kind, requests }) => [kind, requests])))
      const read = {
        action: 'connection-read',
        resource: 'connection',
        resourceId: first.connection_id,
        about,
      } as const
      await recordChange(trx, { actorId: null, ...read }, now)
    }
  })
}

/** Notes that a connection was used, at most once a minute. */
export async function noteUse(
  { kysely }: Pick<Database, 'kysely'>,
  { id, last_used_at }: Pick<ConnectionRow, 'id' | 'last_used_at'>,
  now: number,
): Promise<void> {
  if (last_used_at !== null && now - Date.parse(last_used_at) < WRITE_EVERY_MS) return
  await kysely
    .updateTable('connection')
    .set({ last_used_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .execute()
}
