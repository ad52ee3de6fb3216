import type { Deps } from '#api-server/context.ts'
import { enrollmentHooks } from '#api-server/facts/enrollment-hooks.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireTestmoment, type TestmomentPlace, type TestmomentRow } from '#api-server/facts/testmoment.queries.ts'
import { lockSchool, lockTestmoment } from '#api-server/platform/locks.ts'
import type { Transaction } from '#database/tables.ts'
import { momentSubject } from '#domain/audit/audit.texts.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { momentChangedLabel } from '#domain/messages/message.texts.ts'
import { Problem } from '#server/problem.ts'
import { requireConfirmation } from '../platform/edits.ts'
import { assessMoments } from './assess-moments.ts'
import { describeTestmoment } from './list-testmoments.ts'

interface TestmomentDeletion {
  place: TestmomentPlace
  confirmed: string | undefined
  actorId: number
  message?: WrittenMessage | undefined
}

/**
 * Deletes a moment with its enrollments and returns it as it was; assessed as one of many. The message goes to the students
 * enrolled there. The school is locked so that, if a year's last two moments are deleted at once, the second is confirmed as
 * the last. Throws `not-found`, `testmoment-recorded` if it has attendance or results, `confirmation-needed`, and refusals of
 * the message's words.
 */
export async function deleteTestmoment(
  { database, clock }: Deps,
  { place, confirmed, actorId, message }: TestmomentDeletion,
): Promise<{ entity: ManagedTestmoment; students_messaged: number }> {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    await lockTestmoment(trx, place.id)
    const moment = await requireTestmoment(trx, place)
    const now = clock()
    const [assessed] = await assessMoments(trx, { act: { kind: 'delete' }, testmomentIds: [moment.id] }, now)
    if (!assessed) throw new Problem('not-found')
    if (assessed.plan.outcome === 'refused') throw new Problem('testmoment-recorded')
    const losses = pick(assessed.plan, [
      'enrollments_deleted',
      'students',
      'waits_ended',
      'students_concerned',
      'last_testmoment',
    ])
    requireConfirmation({ ...noConsequences, ...losses, deletes_testmoment: true }, confirmed)

    const entity = await describeTestmoment(trx, moment)
    const about = { testmoment_id: moment.id, change: 'deleted' }
    const label = momentChangedLabel('deleted', moment)
    const students_messaged = await messageAboutChange(
      trx,
      { written: message, senderId: actorId, about, label, userIds: assessed.concerned },
      now,
    )
    await removeTestmoment(trx, { moment, actorId }, now)
    return { entity, students_messaged }
  })
}

/** Deletes a moment with its line and enrollments. A step of a larger transaction, which holds it exclusively. */
export async function removeTestmoment(
  trx: Transaction,
  { moment, actorId, importId }: { moment: TestmomentRow; actorId: number; importId?: number },
  now: number,
): Promise<void> {
  await enrollmentHooks().dissolveLine(trx, moment, now)
  await trx.deleteFrom('enrollment').where('testmoment_id', '=', moment.id).execute()
  await trx.deleteFrom('testmoment').where('id', '=', moment.id).execute()
  const deleted = { resource: 'testmoment', resourceId: moment.id, subject: momentSubject(moment) } as const
  await recordChange(trx, { actorId, importId, action: 'deleted', ...deleted }, now)
}
