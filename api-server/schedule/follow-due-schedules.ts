import { lockTestmoment } from '#api-server/platform/locks.ts'
import { findTestmoment } from '#api-server/queries/find-testmoment.ts'
import { listDueTestmoments } from '#api-server/queries/list-due-testmoments.ts'
import { followSchedule } from '#api-server/use-cases/follow-schedule.ts'
import type { Database } from '#database/engine/open-database.ts'

export interface ScheduleDesk {
  database: Database
  /** ms since the epoch */
  clock: () => number
}

/**
 * Opens and closes all moments whose planned time has come, also long ago. Each in a transaction of its own, which looks
 * again under the moment's lock: of several processes one finds something to do. A moment that fails keeps no other
 * from its time; the first failure is thrown once all had theirs.
 */
export async function followDueSchedules({ database, clock }: ScheduleDesk): Promise<void> {
  // Looked for without a transaction, which on SQLite would keep writers waiting though there is hardly ever anything.
  const due = await listDueTestmoments(database.kysely, new Date(clock()).toISOString())
  const failures: unknown[] = []
  for (const id of due) await followOne({ database, clock }, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

const followOne = ({ database, clock }: ScheduleDesk, id: number): Promise<void> =>
  database.transaction(async (trx) => {
    await lockTestmoment(trx, id)
    const moment = await findTestmoment(trx, id)
    if (moment) await followSchedule(trx, moment, clock())
  })
