import type { Deps } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import type { RecessesReply } from '#contract/schoolyears.calls.ts'
import type { Kysely } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import { recessRefusal, tidyRecesses } from '#domain/schoolyears/recess.rules.ts'
import { type Recess, type RecessList, recessFieldNames } from '#domain/schoolyears/recess.schema.ts'
import { recessLabel, recessListTexts } from '#domain/schoolyears/recess.texts.ts'
import { Problem } from '#server/problem.ts'
import { requireVersion } from '../platform/edits.ts'

/**
 * Replaces the days without lessons of a school year. They restrict nothing: teachers see them while they choose days. Throws
 * `not-found`, `version-stale` or a `RecessRefusal`.
 */
export async function replaceRecesses(
  { database, clock }: Deps,
  { id, list: { entities, version }, actorId }: { id: number; list: RecessList; actorId: number },
): Promise<RecessesReply> {
  const recesses = tidyRecesses(entities.map((recess) => pick(recess, recessFieldNames)))
  const refusal = recesses.map(recessRefusal).find((found) => found !== null)
  if (refusal) throw new Problem(refusal)
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    const schoolyear = await requireSchoolyear(trx, id)
    const before = await findRecesses(trx, id)
    const current = { recesses: before, version: schoolyear.version }
    const reply: RecessesReply = { entities: before, version: schoolyear.version }
    requireVersion<{ recesses: readonly Recess[] }>({ recesses, version }, current, { texts: recessListTexts, reply })

    const [removed, added] = [without(before, recesses), without(recesses, before)]
    if (removed.length === 0 && added.length === 0) return reply
    await trx.deleteFrom('recess').where('schoolyear_id', '=', id).execute()
    if (recesses.length > 0)
      await trx
        .insertInto('recess')
        .values(recesses.map((recess) => ({ ...recess, schoolyear_id: id })))
        .execute()
    const next = schoolyear.version + 1
    await trx.updateTable('schoolyear').set({ version: next }).where('id', '=', id).execute()
    const changes = { recesses: [removed.map(recessLabel), added.map(recessLabel)] } as const
    const change = { action: 'recess-edited', resource: 'schoolyear', resourceId: id, changes } as const
    await recordChange(trx, { actorId, ...change }, clock())
    return { entities: recesses, version: next }
  })
}

const keyOf = ({ name, first_day, last_day }: Recess): string => `${first_day} ${last_day} ${name}`

/** Recesses that are not in the other list with the same name and days. */
function without(recesses: readonly Recess[], others: readonly Recess[]): Recess[] {
  const known = new Set(others.map(keyOf))
  return recesses.filter((recess) => !known.has(keyOf(recess)))
}

export const findRecesses = (kysely: Kysely, schoolyearId: number) =>
  kysely
    .selectFrom('recess')
    .select(recessFieldNames)
    .where('schoolyear_id', '=', schoolyearId)
    .orderBy('first_day')
    .orderBy('id')
    .execute()
