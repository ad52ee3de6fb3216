import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordChange } from '#api-server/audit/record-change.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { findActiveSchoolyear, listSchoolyears } from '#api-server/schoolyears/schoolyear.queries.ts'
import { schoolyearReply } from '#api-server/schoolyears/schoolyear.replies.ts'
import type { Confirmed } from '#contract/refusals.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import { changedFields, changesOf, fieldNamesOf } from '#domain/entities/differences.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import {
  type SchoolyearCreation,
  type SchoolyearEdit,
  schoolyearFieldNames,
} from '#domain/schoolyears/schoolyear.schema.ts'
import { type SchoolyearFields, schoolyearFieldTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import type { Caller } from '#server/bearer.ts'
import { enrollStudents, noneMade } from '../enrollments/automatic-enrollment.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { requireFreeName, requireNewSchoolName, requireSchoolName } from './school-names.ts'
import { requireSchoolyear } from './schoolyear.queries.ts'

/** It is inactive. Throws a `SchoolNameRefusal` or a `TakenNameRefusal`. */
export async function createSchoolyear(
  { database, clock }: { database: Database; clock: () => number },
  actor: Pick<Caller, 'id' | 'roles'>,
  creation: SchoolyearCreation,
) {
  const name = requireSchoolName(creation.name)
  return database.transaction(async (trx) => {
    await requireFreeName(trx, 'schoolyear', { name })
    const now = clock()
    const schoolyear = await trx
      .insertInto('schoolyear')
      .values({ name, created_at: new Date(now).toISOString() })
      .returning(schoolyearFieldNames)
      .executeTakeFirstOrThrow()
    const change = { resource: 'schoolyear', resourceId: schoolyear.id, fields: ['name'] } as const
    await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
    return schoolyear
  })
}

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
    const fields = changedFields<SchoolyearFields>(edit, before, fieldNamesOf(schoolyearFieldTexts))
    if (fields.length === 0) return { schoolyear: before, deactivated: null, made: noneMade }
    const { name } = edit
    if (name !== undefined && fields.includes('name')) await requireFreeName(trx, 'schoolyear', { name, id })

    const activates = fields.includes('active') && edit.active === true
    const other = activates ? await findActiveSchoolyear(trx) : undefined
    const write = changeSchoolyear(trx, actor, clock())
    // First: at no time are two active, which the database does not take.
    const deactivated = other ? await write(other, { active: false }, ['active']) : null
    const schoolyear = await write(before, pick(edit, fields), fields)
    const made = activates ? await enrollStudents(trx, {}, clock) : noneMade
    const replaced = other && { schoolyear_replaced: other.name }
    requireConfirmation({ ...noConsequences, ...made, ...replaced, activates_schoolyear: activates }, confirmed)
    return { schoolyear, deactivated, made }
  })
}

const changeSchoolyear =
  (trx: Transaction<Tables>, actor: Pick<Caller, 'id' | 'roles'>, now: number) =>
  async (
    { id, version, ...before }: SchoolyearFields & { id: number; version: number },
    values: { [Name in keyof SchoolyearFields]?: SchoolyearFields[Name] | undefined },
    fields: readonly (keyof SchoolyearFields)[],
  ) => {
    await recordChange(
      trx,
      {
        ...{ actorId: actor.id, action: 'edited', resource: 'schoolyear', resourceId: id },
        changes: changesOf<SchoolyearFields>(fields, before, values),
      },
      now,
    )
    return trx
      .updateTable('schoolyear')
      .set({ ...values, version: version + 1 })
      .where('id', '=', id)
      .returning(schoolyearFieldNames)
      .executeTakeFirstOrThrow()
  }

/** No name holds a control character, and PostgreSQL takes one of them for a fault. */
const placeSchema = z.tuple([z.string().regex(/^\P{Cc}*$/u), idSchema])

/** One page, and where the next begins if there is one. Throws `request-malformed` on a cursor that is not ours. */
export async function pageSchoolyears(
  { kysely }: Database,
  { size, cursor, sort = '-name' }: { size: number; cursor: string | undefined; sort?: 'name' | '-name' | undefined },
) {
  const [name, id] = readCursor(cursor, placeSchema) ?? []
  const after = name === undefined || id === undefined ? undefined : { name, id }
  const { shown, last } = pageOf(
    await listSchoolyears(kysely, { limit: size + 1, after, direction: sort === 'name' ? 'asc' : 'desc' }),
    size,
  )
  return { schoolyears: shown, next: last && writeCursor([last.name, last.id]) }
}
