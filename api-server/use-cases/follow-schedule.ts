import type { Transaction } from 'kysely'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import type { Tables } from '#database/tables.ts'
import { carryOutSchedule } from '#domain/testmoments/schedule.rules.ts'
import { writeTestmoment } from './write-testmoment.ts'

/** Opens or closes a moment whose planned time has come. A step of a larger transaction, which has locked the moment. */
export const followSchedule = (trx: Transaction<Tables>, before: TestmomentRow, now: number): Promise<TestmomentRow> =>
  writeTestmoment(trx, { before, after: { ...before, ...carryOutSchedule(before, now) }, actorId: null }, now)
