import { recordChange } from '#api-server/audit/record-change.ts'
import { testmomentColumns } from '#api-server/queries/find-testmoment.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ManagedTestmoment } from '#domain/testmoment/managed-testmoment.schema.ts'
import { describeTestmoment } from './describe-testmoments.ts'
import { requireSchoolyear } from './require-schoolyear.ts'

/** Adds a closed moment of one day and without a limit to a school year. Throws `not-found`. */
export async function createTestmoment(
  { database, clock }: { database: Database; clock: () => number },
  { schoolyearId, date, actorId }: { schoolyearId: number; date: string; actorId: number },
): Promise<ManagedTestmoment> {
  return database.transaction(async (trx) => {
    await requireSchoolyear(trx, schoolyearId)
    const now = clock()
    const moment = await trx
      .insertInto('testmoment')
      .values({ schoolyear_id: schoolyearId, date, created_at: new Date(now).toISOString() })
      .returning(testmomentColumns)
      .executeTakeFirstOrThrow()
    await recordChange(trx, { actorId, action: 'created', resource: 'testmoment', resourceId: moment.id }, now)
    return describeTestmoment(trx, moment)
  })
}
