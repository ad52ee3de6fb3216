import type { Transaction } from 'kysely'
import { lockSchool, lockStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import { listStudentsToEnroll } from '#api-server/queries/list-students-to-enroll.ts'
import { listTestmomentModules } from '#api-server/queries/list-testmoment-modules.ts'
import { findActiveSchoolyear } from '#api-server/schoolyears/schoolyear.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentModuleList } from '#domain/testmoments/testmoment.schema.ts'
import { type ListedModule, onlyModules, switchedOn, withModules } from '#domain/testmoments/testmoment-edit.rules.ts'
import { requireModules } from '../modules/module.queries.ts'
import { requireConfirmation } from '../platform/edits.ts'
import { enrollAutomatically } from './enroll-automatically.ts'
import { enrollmentsMade } from './enroll-students.ts'
import { requireListVersion } from './require-list-version.ts'
import { requireTestmoment } from './require-testmoment.ts'
import { withdrawModules } from './withdraw-modules.ts'
import { writeTestmomentModules } from './write-testmoment-modules.ts'

export interface TestmomentModulesEdit {
  id: number
  /** `replace` takes away what is not named, `add` leaves it */
  act: 'replace' | 'add'
  list: TestmomentModuleList
  confirmed: string | undefined
  actorId: number
}

/**
 * Changes which modules a moment offers and which of them it enrolls in automatically, ends the enrollments in what is no
 * longer offered there, and makes those that come of what was switched on. A module that is not in use may be listed:
 * it has no effect until it is. Throws `not-found`, `module-unknown`, `version-stale`, `confirmation-needed`.
 */
export async function editTestmomentModules(
  { database, clock }: { database: Database; clock: () => number },
  { id, act, list: { entities: named, version }, confirmed, actorId }: TestmomentModulesEdit,
) {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    await requireModules(trx, [...new Set(named.map((module) => module.id))])
    const before = await listTestmomentModules(trx, [id])
    const after = act === 'replace' ? onlyModules(before, named) : withModules(before, named)
    const on = await switchedOnAhead(trx, await requireTestmoment(trx, { id }), { before, after }, clock())
    const candidates = on.length > 0 ? await listStudentsToEnroll(trx, { moduleIds: on }) : []
    await lockStudents(trx, candidates)
    await lockTestmoment(trx, id)

    const moment = await requireTestmoment(trx, { id })
    await requireListVersion(trx, { moment, version, wished: after, listed: before })
    const lost = await withdrawModules(trx, { moment, before, after }, clock())
    const newVersion = await writeTestmomentModules(trx, { moment, before, after, actorId }, clock())
    const made = enrollmentsMade(
      on.length > 0 ? await enrollAutomatically(trx, { userIds: candidates, moduleIds: new Set(on) }, clock) : [],
    )
    requireConfirmation({ ...lost, ...made, automatic_on: on.length > 0 }, confirmed)
    return {
      entities: await listTestmomentModules(trx, [id]),
      version: newVersion,
      enrollments_made: made.enrollments_made,
      enrollments_deleted: lost.enrollments_deleted,
    }
  })
}

/** At a moment that is history, or of another year, a toggle does nothing yet, and so nothing elsewhere either. */
async function switchedOnAhead(
  trx: Transaction<Tables>,
  moment: TestmomentRow,
  { before, after }: { before: readonly ListedModule[]; after: readonly ListedModule[] },
  now: number,
): Promise<number[]> {
  const active = await findActiveSchoolyear(trx)
  return active?.id === moment.schoolyear_id && isCurrent(moment, now) ? switchedOn(before, after) : []
}
