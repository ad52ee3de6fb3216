import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/audit/record-change.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import { findActiveSchoolyear } from '#api-server/queries/find-active-schoolyear.ts'
import { schoolyearReply } from '#api-server/replies/schoolyear-reply.ts'
import type { Confirmed } from '#contract/confirmation.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import { changedFields } from '#domain/entities/differences.ts'
import { type SchoolyearFields, schoolyearFieldTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import type { SchoolyearEdit } from '#domain/schoolyears/schoolyear-edit.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { enrollStudents, noneMade } from './enroll-students.ts'
import { requireFreeName } from './require-free-name.ts'
import { requireNewSchoolName } from './require-school-name.ts'
import { requireSchoolyear } from './require-schoolyear.ts'

/**
 * Renames, activates or deactivates. Activating deactivates the other year, and enrolls every student where that is
 * automatic, all or nothing. Throws `version-stale`, `confirmation-needed`, a `SchoolNameRefusal` or a `TakenNameRefusal`.
 */
export async function editSchoolyear(
  { database, clock }: { database: Database; clock: () => number },
  actor: Pick<Caller, 'id' | 'roles'>,
  { id, ...given }: SchoolyearEdit & { id: number },
  { confirmed }: Confirmed = {},
) {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    const before = await requireSchoolyear(trx, id)
    const edit = { ...given, ...requireNewSchoolName(given.name, before.name) }
    requireVersion<SchoolyearFields>(edit, before, {
      texts: schoolyearFieldTexts,
      reply: schoolyearReply(before, actor),
    })
    const fields = changedFields<SchoolyearFields>(edit, before, ['name', 'active'])
    if (fields.length === 0) return { schoolyear: before, deactivated: null, enrollments_made: 0 }
    const { name } = edit
    if (name !== undefined && fields.includes('name')) await requireFreeName(trx, 'schoolyear', { name, id })

    const activates = fields.includes('active') && edit.active === true
    const other = activates ? await findActiveSchoolyear(trx) : undefined
    const write = changeSchoolyear(trx, actor, clock())
    // First: at no time are two active, which the database does not take.
    const deactivated = other ? await write(other, { active: false }, ['active']) : null
    const schoolyear = await write(before, { name, active: edit.active }, fields)
    const made = activates ? await enrollStudents(trx, {}, clock) : noneMade
    const replaced = other && { schoolyear_replaced: other.name }
    requireConfirmation({ ...noConsequences, ...made, ...replaced, activates_schoolyear: activates }, confirmed)
    return { schoolyear, deactivated, enrollments_made: made.enrollments_made }
  })
}

const changeSchoolyear =
  (trx: Transaction<Tables>, actor: Pick<Caller, 'id' | 'roles'>, now: number) =>
  async (
    { id, version }: { id: number; version: number },
    values: { [Name in keyof SchoolyearFields]?: SchoolyearFields[Name] | undefined },
    fields: readonly string[],
  ) => {
    await recordChange(
      trx,
      { actorId: actor.id, action: 'edited', resource: 'schoolyear', resourceId: id, fields },
      now,
    )
    return trx
      .updateTable('schoolyear')
      .set({ ...values, version: version + 1 })
      .where('id', '=', id)
      .returning(['id', 'name', 'active', 'version'])
      .executeTakeFirstOrThrow()
  }
