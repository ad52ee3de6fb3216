import { z } from 'zod'
import type { Deps } from '#api-server/context.ts'
import { enrollmentHooks } from '#api-server/facts/enrollment-hooks.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireFreeName, requireNewSchoolName, requireSchoolName } from '#api-server/facts/school-names.ts'
import {
  findActiveSchoolyear,
  listSchoolyears,
  requireSchoolyear,
  type SchoolyearRow,
} from '#api-server/facts/schoolyear.queries.ts'
import { listCurrentTestmoments } from '#api-server/facts/testmoment.queries.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { managedSchoolyearReply } from '#api-server/schoolyears/schoolyear.replies.ts'
import type { Confirmed } from '#contract/refusals.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import { noneMade } from '#domain/enrollments/automatic.rules.ts'
import { changedFields, changesOf, fieldNamesOf } from '#domain/entities/differences.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { schoolyearDeletionRefusal, schoolyearEditRefusal } from '#domain/schoolyears/schoolyear.rules.ts'
import type { SchoolyearCreation, SchoolyearEdit } from '#domain/schoolyears/schoolyear.schema.ts'
import { type SchoolyearFields, schoolyearFieldTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'

/** Creates an inactive school year. Throws a `SchoolNameRefusal` or a `TakenNameRefusal`. */
export async function createSchoolyear({ database, clock }: Deps, actor: Actor, creation: SchoolyearCreation) {
  const name = requireSchoolName(creation.name)
  return database.transaction(async (trx) => {
    await requireFreeName(trx, 'schoolyear', { name })
    const now = clock()
    const { id } = await trx
      .insertInto('schoolyear')
      .values({ name, created_at: new Date(now).toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const change = { resource: 'schoolyear', resourceId: id, fields: ['name'] } as const
    await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
    return requireSchoolyear(trx, id)
  })
}

/**
 * Renames, activates, deactivates, archives or restores a school year. Activating deactivates the other year and makes the
 * automatic enrollments, all or nothing. Throws `version-stale`, `confirmation-needed`, a `SchoolyearRefusal`, a
 * `SchoolNameRefusal` or a `TakenNameRefusal`.
 */
export async function editSchoolyear(
  { database, clock }: Deps,
  actor: Actor,
  { id, ...given }: SchoolyearEdit & { id: number },
  { confirmed }: Confirmed = {},
) {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    const before = await requireSchoolyear(trx, id)
    const edit = { ...given, ...requireNewSchoolName(given.name, before.name) }
    requireVersion<SchoolyearFields>(edit, before, {
      texts: schoolyearFieldTexts,
      reply: managedSchoolyearReply(before),
    })
    const fields = changedFields<SchoolyearFields>(edit, before, fieldNamesOf(schoolyearFieldTexts))
    if (fields.length === 0) return { schoolyear: before, deactivated: null, made: noneMade }
    const { name, active = before.active, archived = before.archived } = edit
    const refusal = schoolyearEditRefusal({ active, archived }, before)
    if (refusal) throw new Problem(refusal)
    if (name !== undefined && fields.includes('name')) await requireFreeName(trx, 'schoolyear', { name, id })

    const activates = fields.includes('active') && edit.active === true
    const other = activates ? await findActiveSchoolyear(trx) : undefined
    const deactivates = fields.includes('active') && edit.active === false
    const hidden = other || deactivates ? await countHidden(trx, clock()) : {}
    const write = changeSchoolyear(trx, actor, clock())
    // Deactivates first: the database rejects two active years.
    const deactivated = other ? await write(other, { active: false }, ['active']) : null
    const schoolyear = await write(before, pick(edit, fields), fields)
    const made = activates ? await enrollmentHooks().enrollStudents(trx, {}, clock) : noneMade
    // The first year, still empty, changes nothing for anybody.
    const activation = (other || (activates && before.testmoments > 0)) && {
      activates_schoolyear: true,
      testmoments_shown: before.testmoments,
      ...(other && { schoolyear_replaced: other.name, ...hidden }),
    }
    const deactivation = deactivates && { deactivates_schoolyear: true, ...hidden }
    requireConfirmation({ ...noConsequences, ...made, ...activation, ...deactivation }, confirmed)
    return { schoolyear, deactivated, made }
  })
}

/** Counts current enrollments in the active year; students no longer see them once another year is active. */
async function countHidden(trx: Transaction, now: number) {
  const ids = await listCurrentTestmoments(trx, now)
  if (ids.length === 0) return {}
  const { enrollments_hidden, students_hidden } = await trx
    .selectFrom('enrollment')
    .select(({ fn }) => [
      fn.countAll<number>().as('enrollments_hidden'),
      fn.count<number>('user_id').distinct().as('students_hidden'),
    ])
    .where('testmoment_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return enrollments_hidden === 0 ? {} : { enrollments_hidden, students_hidden }
}

const changeSchoolyear =
  (trx: Transaction, actor: Actor, now: number) =>
  async (
    before: SchoolyearRow,
    values: { [Name in keyof SchoolyearFields]?: SchoolyearFields[Name] | undefined },
    fields: readonly (keyof SchoolyearFields)[],
  ) => {
    const { id, version } = before
    const isOfArchive = fields.length === 1 && fields[0] === 'archived'
    const action = isOfArchive ? (values.archived ? 'archived' : 'unarchived') : 'edited'
    const changes = changesOf<SchoolyearFields>(fields, before, values)
    await recordChange(trx, { actorId: actor.id, action, resource: 'schoolyear', resourceId: id, changes }, now)
    await trx
      .updateTable('schoolyear')
      .set({ ...values, version: version + 1 })
      .where('id', '=', id)
      .execute()
    return { ...before, ...pick(values, fields), version: version + 1 } as SchoolyearRow
  }

/**
 * Deletes a school year without test moments; its recesses go with it. Throws `not-found`, or a `SchoolyearRefusal`:
 * `schoolyear-in-use` with the number of test moments.
 */
export async function deleteSchoolyear({ database, clock }: Deps, actor: Actor, id: number): Promise<SchoolyearRow> {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    // New moments refer to this row: a transaction that adds one either commits first and is counted, or finds the row gone.
    await trx.selectFrom('schoolyear').select('id').where('id', '=', id).forUpdate().execute()
    const schoolyear = await requireSchoolyear(trx, id)
    const refusal = schoolyearDeletionRefusal(schoolyear)
    const { name, testmoments } = schoolyear
    if (refusal) throw new Problem(refusal, refusal === 'schoolyear-in-use' ? { details: { testmoments } } : {})
    await trx.deleteFrom('schoolyear').where('id', '=', id).execute()
    const change = { action: 'deleted', resource: 'schoolyear', resourceId: id, subject: name } as const
    await recordChange(trx, { actorId: actor.id, ...change }, clock())
    return schoolyear
  })
}

/** Position in a cursor. No name contains a control character; PostgreSQL would fail on one of them. */
const placeSchema = z.tuple([z.string().regex(/^\P{Cc}*$/u), idSchema])

interface SchoolyearsPage {
  size: number
  cursor: string | undefined
  sort?: 'name' | '-name' | undefined
  archived: boolean
}

/** Loads one page and the cursor of the next, if any. Throws `request-malformed` on a cursor that is not ours. */
export async function pageSchoolyears(
  { kysely }: Database,
  { size, cursor, sort = '-name', archived }: SchoolyearsPage,
) {
  const [name, id] = readCursor(cursor, placeSchema) ?? []
  const after = name === undefined || id === undefined ? undefined : { name, id }
  const { shown, last } = pageOf(
    await listSchoolyears(kysely, { limit: size + 1, after, archived, direction: sort === 'name' ? 'asc' : 'desc' }),
    size,
  )
  return { schoolyears: shown, next: last && writeCursor([last.name, last.id]) }
}
