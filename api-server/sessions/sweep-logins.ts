import type { FastifyBaseLogger } from 'fastify'
import { recordChange } from '#api-server/facts/record-change.ts'
import { forgetTickets } from '#api-server/logins/tickets.ts'
import type { Database } from '#database/engine/open-database.ts'
import { type Poller, startPoller } from '#server/poller.ts'

/** At a time: on SQLite everybody waits while they go. */
const MOST = 20

/** ms */
const PAUSES = {
  /** a server that has just started has other things to do */
  first: 60_000,
  /** between two lots, while there are more */
  between: 200,
  /** when none were left */
  after: 3_600_000,
}

interface SweepingOptions {
  database: Database
  /** ms since the epoch */
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  pauses?: typeof PAUSES
}

/**
 * Throws logins away that were over long ago, and accounts that nobody activated, until it is stopped. A database that is
 * away is asked again an hour later.
 */
export function sweepLogins({ database, clock, log, pauses = PAUSES }: SweepingOptions): Poller {
  const poll = async () => {
    const lot = { most: MOST, now: clock() }
    const gone = [await forgetOldLogins(database, lot), await forgetUnactivated(database, lot)]
    await forgetTickets(database.kysely, lot.now)
    return gone.includes(MOST) ? pauses.between : pauses.after
  }
  return startPoller({
    poll,
    warning: 'old logins and accounts stay for now',
    log,
    first: pauses.first,
    afterFailure: pauses.after,
  })
}

interface Lot {
  most: number
  /** ms since the epoch */
  now: number
}

/** Until then who comes back learns that their login expired, and after it that it is unknown (ms). */
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Deletes at most `most` logins that expired long ago, with all their refresh tokens: hundreds each, so that some are
 * enough for one transaction. Returns how many. Logging in again sweeps one's own on the way; this is for users who never do.
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
 * Deletes at most `most` accounts that were registered, but never activated in the weeks that followed; says how many. One
 * for which a teacher did something stays: the school knows it.
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
      // An account that is activated at this moment stays.
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of over) {
      await recordChange(trx, { actorId: null, action: 'deleted', resource: 'user', resourceId: id }, now)
      await trx.deleteFrom('user').where('id', '=', id).execute()
    }
    return over.length
  })
