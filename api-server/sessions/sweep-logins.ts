import type { FastifyBaseLogger } from 'fastify'
import { recordChange } from '#api-server/facts/record-change.ts'
import { forgetTickets } from '#api-server/logins/tickets.ts'
import type { Database } from '#database/engine/open-database.ts'
import { type Poller, type SweepPauses, startSweeping } from '#server/poller.ts'

/** Rows deleted at a time: on SQLite everybody waits meanwhile. */
const ROWS_PER_STATEMENT = 20

const PAUSES: SweepPauses = { first: 60_000, between: 200, after: 3_600_000 }

interface SweepingOptions {
  database: Database
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  pauses?: SweepPauses
}

/** Deletes sessions that ended long ago, and accounts never activated, until stopped. */
export function sweepLogins({ database, clock, log, pauses = PAUSES }: SweepingOptions): Poller {
  const sweep = async () => {
    const lot = { most: ROWS_PER_STATEMENT, now: clock() }
    const gone = [await forgetOldLogins(database, lot), await forgetUnactivated(database, lot)]
    await forgetTickets(database.kysely, lot.now)
    return gone.includes(ROWS_PER_STATEMENT)
  }
  return startSweeping({ sweep, warning: 'old logins and accounts stay for now', log, pauses })
}

interface Lot {
  most: number
  now: number
}

/** ms after expiry during which a returning user gets `token-expired`; later the token is unknown. */
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Deletes up to `most` sessions that expired long ago, with their refresh tokens, hundreds each, so a few sessions fill a
 * transaction. Returns how many. A login already deletes the user's own; this is for users who never return.
 */
export async function forgetOldLogins({ kysely }: Pick<Database, 'kysely'>, { most, now }: Lot): Promise<number> {
  const { numDeletedRows } = await kysely
    .deleteFrom('session')
    .where('id', 'in', (query) =>
      query
        .selectFrom('session')
        .select('id')
        .where('expires_at', '<', new Date(now - KEPT_MS).toISOString())
        .limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes up to `most` accounts that were registered but not activated within weeks; returns how many. An account for which a
 * teacher did something is kept, since the school knows it.
 */
export const forgetUnactivated = (database: Pick<Database, 'transaction'>, { most, now }: Lot): Promise<number> =>
  database.transaction(async (trx) => {
    const over = await trx
      .selectFrom('user')
      .select('id')
      .where('registration_ends_at', '<=', new Date(now).toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('enrollment').select('enrollment.id').whereRef('enrollment.user_id', '=', 'user.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('completed_module')
              .select('completed_module.module_id')
              .whereRef('completed_module.user_id', '=', 'user.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(most)
      // Skips accounts that are being activated.
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of over) {
      await recordChange(trx, { actorId: null, action: 'deleted', resource: 'user', resourceId: id }, now)
      await trx.deleteFrom('user').where('id', '=', id).execute()
    }
    return over.length
  })
