import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import { type Poller, type SweepPauses, startSweeping } from '#server/poller.ts'

/** Users read at a time: on SQLite everybody waits meanwhile. */
const LOT = 250

const PAUSES: SweepPauses = { first: 60_000, between: 200, after: 24 * 3_600_000 }

interface RenewingOptions {
  database: Pick<Database, 'kysely'>
  log: Pick<FastifyBaseLogger, 'warn'>
  lot?: number
  pauses?: SweepPauses
}

/**
 * Renews what `findable` derives of each user, until stopped. The release before, which writes on these tables during an upgrade
 * and after going back, derives it by its own rules, or not at all.
 */
export function renewFindable({ database, log, lot = LOT, pauses = PAUSES }: RenewingOptions): Poller {
  let last = 0
  const sweep = async () => {
    last = await renewSome(database, last, lot)
    return last !== 0
  }
  const warning = 'names that another release wrote may be found and sorted wrongly for now'
  return startSweeping({ sweep, warning, log, pauses })
}

/** Renews those of the next users; resolves to the id of the last one, 0 after all. */
async function renewSome({ kysely }: RenewingOptions['database'], after: number, lot: number): Promise<number> {
  const users = await kysely
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'student_number'])
    .select(['search_text', 'first_name_key', 'last_name_key'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(lot)
    .execute()
  for (const { id, username, first_name, last_name, student_number, ...written } of users) {
    const { search_text, first_name_key, last_name_key } = findable({ username, first_name, last_name, student_number })
    const derived = { search_text, first_name_key, last_name_key }
    if (isDeepStrictEqual(derived, written)) continue
    await kysely
      .updateTable('user')
      .set(derived)
      .where('id', '=', id)
      // An edit meanwhile has derived the columns itself.
      .where('username', '=', username)
      .where('first_name', '=', first_name)
      .where('last_name', '=', last_name)
      .where('student_number', 'is not distinct from', student_number)
      .execute()
  }
  const [final] = users.slice(-1)
  return users.length < lot ? 0 : (final?.id ?? 0)
}
