import { type BatchWatch, inBatches } from '#api-server/platform/batching.ts'
import { refreshSessions } from '#api-server/use-cases/refresh-sessions.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { OpenSession } from './access-token.ts'
import { refreshTokenHash, successorOf } from './refresh-token.ts'

/** As at the enrollment desk: the commit is well shared by then, and who came first need not wait for more. */
const BATCH = 100

/** Some 200 ms of work. Who comes behind keeps their session and asks again. */
const PLACES = 2_000

export interface RefreshDeskOptions {
  database: Database
  /** derives successors */
  key: Buffer
  /** ms since the epoch */
  clock: () => number
  watch?: BatchWatch | undefined
}

/** Gives the login that a refresh token belongs to, and its successor; rejects with the `Problem` that says why not. */
export type Refresh = (token: string) => Promise<OpenSession & { refresh_token: string }>

/**
 * Where all refreshing passes. After a push everybody's app begins with it, and a transaction for each took five times
 * what everything else did that they came for; see refresh-desk.rationale.md.
 */
export function openRefreshDesk({ database, key, clock, watch }: RefreshDeskOptions): Refresh {
  const exchange = inBatches({
    run: (exchanges: Parameters<typeof refreshSessions>[1]) =>
      database.transaction((trx) => refreshSessions(trx, exchanges, clock)),
    isUnavailable: database.isUnavailable,
    size: BATCH,
    places: PLACES,
    watch,
  })
  return async (token) => {
    const successor = successorOf(token, key)
    const session = await exchange({ token: refreshTokenHash(token), successor: refreshTokenHash(successor) })
    return { ...session, refresh_token: successor }
  }
}
