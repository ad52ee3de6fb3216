import { recordChange } from '#api-server/audit/record-change.ts'
import { testmomentColumns } from '#api-server/queries/find-testmoment.ts'
import type { Database } from '#database/engine/open-database.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import type { ManagedTestmoment } from '#domain/testmoments/testmoment.schema.ts'
import { requireConfirmation } from '../platform/edits.ts'
import { describeTestmoment } from './describe-testmoments.ts'
import { weighTestmomentDay } from './weigh-testmoment-day.ts'

export interface TestmomentWish {
  schoolyearId: number
  date: string
  actorId: number
  confirmed?: string | undefined
}

/** Adds a closed moment of one day and without a limit to a school year. Throws `not-found`, `confirmation-needed`. */
export async function createTestmoment(
  { database, clock }: { database: Database; clock: () => number },
  { schoolyearId, date, actorId, confirmed }: TestmomentWish,
): Promise<ManagedTestmoment> {
  return database.transaction(async (trx) => {
    const oddities = await weighTestmomentDay(trx, { schoolyear_id: schoolyearId, date })
    requireConfirmation({ ...noConsequences, ...oddities }, confirmed)
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
