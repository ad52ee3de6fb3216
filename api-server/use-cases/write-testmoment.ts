import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/audit/record-change.ts'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Tables } from '#database/tables.ts'
import { changedFields } from '#domain/entities/differences.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { testmomentFieldTexts } from '#domain/testmoments/testmoment-edit.texts.ts'

export interface TestmomentChange {
  before: TestmomentRow
  after: TestmomentFields
  /** null when the schedule does it */
  actorId: number | null
}

/**
 * The one way in which a moment changes, by hand or by the schedule: with its version, a note of who did it and, when
 * it opens, a task to tell the students. Nothing at all when nothing changes. A step of a larger transaction, which has
 * locked the moment for itself.
 */
export async function writeTestmoment(
  trx: Transaction<Tables>,
  { before, after, actorId }: TestmomentChange,
  now: number,
): Promise<TestmomentRow> {
  const fields = changedFields<TestmomentFields>(after, before, fieldNames)
  if (fields.length === 0) return before
  const { id } = before
  const version = before.version + 1
  const written = Object.fromEntries(fields.map((name) => [name, after[name]]))
  await trx
    .updateTable('testmoment')
    .set({ ...written, version })
    .where('id', '=', id)
    .execute()

  const action = actionOf(before, after)
  if (action === 'opened') await enqueue(trx, 'testmoment-opened', { testmoment_id: id }, now)
  await recordChange(trx, { actorId, action, resource: 'testmoment', resourceId: id, fields }, now)
  return { ...before, ...written, version }
}

const fieldNames = Object.keys(testmomentFieldTexts('any-time')) as (keyof TestmomentFields)[]

function actionOf(before: TestmomentFields, after: TestmomentFields): 'opened' | 'closed' | 'edited' {
  if (after.enrollments_enabled === before.enrollments_enabled) return 'edited'
  return after.enrollments_enabled ? 'opened' : 'closed'
}
