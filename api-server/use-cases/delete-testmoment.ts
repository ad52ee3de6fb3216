import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/audit/record-change.ts'
import { lockSchool, lockTestmoment } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import type { ManagedTestmoment } from '#domain/testmoments/testmoment.schema.ts'
import { requireConfirmation } from '../platform/edits.ts'
import { describeTestmoment } from './describe-testmoments.ts'
import { requireTestmoment, type TestmomentPlace } from './require-testmoment.ts'

export interface TestmomentDeletion {
  place: TestmomentPlace
  confirmed: string | undefined
  actorId: number
}

/**
 * Deletes a moment with the enrollments there, and gives it as it was. The school is locked so that of a year's last two
 * moments, deleted at once, one is asked about as the last. Throws `not-found`, `confirmation-needed`.
 */
export async function deleteTestmoment(
  { database, clock }: { database: Database; clock: () => number },
  { place, confirmed, actorId }: TestmomentDeletion,
): Promise<ManagedTestmoment> {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    await lockTestmoment(trx, place.id)
    const moment = await requireTestmoment(trx, place)
    const described = await describeTestmoment(trx, moment)
    const last_testmoment = !(await hasOthers(trx, moment))
    const { students, tests: enrollments_deleted } = described
    requireConfirmation({ ...noConsequences, enrollments_deleted, students, last_testmoment }, confirmed)

    await trx.deleteFrom('enrollment').where('testmoment_id', '=', moment.id).execute()
    await trx.deleteFrom('testmoment').where('id', '=', moment.id).execute()
    await recordChange(trx, { actorId, action: 'deleted', resource: 'testmoment', resourceId: moment.id }, clock())
    return described
  })
}

async function hasOthers(trx: Transaction<Tables>, moment: { id: number; schoolyear_id: number }): Promise<boolean> {
  const other = await trx
    .selectFrom('testmoment')
    .select('id')
    .where('schoolyear_id', '=', moment.schoolyear_id)
    .where('id', '<>', moment.id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
