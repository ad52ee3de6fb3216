import type { FastifyBaseLogger } from 'fastify'
import { forgetOldLogins, forgetUnactivated } from '#api-server/use-cases/forget-old-logins.ts'
import type { Database } from '#database/engine/open-database.ts'
import { type Rounds, startRounds } from '#server/rounds.ts'

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

export interface SweepingOptions {
  database: Database
  /** ms since the epoch */
  clock: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  pauses?: typeof PAUSES
}

/**
 * Throws logins away that were over long ago, and accounts that nobody activated, until it is stopped. A database that is away is asked
 * again an hour later.
 */
export function sweepLogins({ database, clock, log, pauses = PAUSES }: SweepingOptions): Rounds {
  const round = async () => {
    const lot = { most: MOST, now: clock() }
    const gone = [await forgetOldLogins(database, lot), await forgetUnactivated(database, lot)]
    return gone.includes(MOST) ? pauses.between : pauses.after
  }
  return startRounds({
    round,
    waits: 'old logins and accounts stay for now',
    log,
    first: pauses.first,
    afterFailure: pauses.after,
  })
}
