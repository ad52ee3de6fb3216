import type { Deps } from '#api-server/context.ts'
import { listStudentsToEnroll } from '#api-server/facts/automatic-enrollment.queries.ts'
import { listEnrollmentsAtTestmoment } from '#api-server/facts/enrollment.queries.ts'
import { enrollmentHooks } from '#api-server/facts/enrollment-hooks.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { requireModules } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findActiveSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { listTestmomentModules, requireTestmoment, type TestmomentRow } from '#api-server/facts/testmoment.queries.ts'
import { lockSchool, lockStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import type { Transaction } from '#database/tables.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import { noneMade } from '#domain/enrollments/automatic.rules.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { momentChangedLabel } from '#domain/messages/message.texts.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentModule, TestmomentModuleList } from '#domain/testmoments/testmoment.schema.ts'
import {
  isNoLongerOffered,
  type ListedModule,
  onlyModules,
  switchedOn,
  withModules,
} from '#domain/testmoments/testmoment-edit.rules.ts'
import { listedModuleLabel, testmomentModulesTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { describeTestmoment } from './list-testmoments.ts'

interface TestmomentModulesEdit {
  id: number
  /** `replace` removes modules that are not listed, `add` keeps them */
  act: 'replace' | 'add'
  list: TestmomentModuleList
  confirmed: string | undefined
  actorId: number
  message?: WrittenMessage | undefined
}

/**
 * Changes which modules a moment offers and which of them enroll automatically, ends enrollments in removed modules and makes
 * those that newly automatic modules bring. An inactive module may be listed; it has no effect until it is active. The message
 * goes to students whose enrollments end. Throws `not-found`, `module-unknown`, `version-stale`, `confirmation-needed` and
 * refusals of the message's words.
 */
export async function editTestmomentModules(
  { database, clock }: Deps,
  { id, act, list: { entities: named, version }, confirmed, actorId, message }: TestmomentModulesEdit,
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
    const { lost, unenrolled } = await unenrollFromRemoved(trx, { moment, before, after }, clock())
    const newVersion = await writeTestmomentModules(trx, { moment, before, after, actorId }, clock())
    const offered = { userIds: candidates, moduleIds: new Set(on) }
    const made = on.length > 0 ? await enrollmentHooks().enrollAutomatically(trx, offered, clock) : noneMade
    const waits_ended =
      newVersion === moment.version ? 0 : await enrollmentHooks().countLostWaits(trx, { testmomentId: id }, clock())
    requireConfirmation({ ...lost, ...made, automatic_on: on.length > 0, waits_ended }, confirmed)
    const about = { testmoment_id: id, change: 'modules-removed' }
    const label = momentChangedLabel('modules-removed', moment)
    const students_messaged = await messageAboutChange(
      trx,
      { written: message, senderId: actorId, about, label, userIds: unenrolled },
      clock(),
    )
    return {
      entities: await listTestmomentModules(trx, [id]),
      version: newVersion,
      ...made,
      enrollments_deleted: lost.enrollments_deleted,
      students_messaged,
    }
  })
}

/** Modules that become automatic; none at a past moment or in another year, where that has no effect yet. */
async function switchedOnAhead(
  trx: Transaction,
  moment: TestmomentRow,
  { before, after }: { before: readonly ListedModule[]; after: readonly ListedModule[] },
  now: number,
): Promise<number[]> {
  const active = await findActiveSchoolyear(trx)
  return active?.id === moment.schoolyear_id && isCurrent(moment, now) ? switchedOn(before, after) : []
}

interface ListEdit {
  moment: TestmomentRow
  /** version of the moment when the list was read; undefined makes the edit unconditional */
  version: number | undefined
  wished: readonly ListedModule[]
  listed: readonly TestmomentModule[]
}

/** Throws `version-stale` with both lists of modules if somebody changed the moment since. */
async function requireListVersion(trx: Transaction, { moment, version, wished, listed }: ListEdit): Promise<void> {
  if (version === undefined || version === moment.version) return
  const rows = await trx.selectFrom('module').select(['id', 'name']).orderBy('name').execute()
  const toggles = new Map(wished.map(({ id, auto_enroll }) => [id, auto_enroll]))
  const modules = rows.flatMap(({ id, name }) => {
    const auto_enroll = toggles.get(id)
    return auto_enroll === undefined ? [] : { name, auto_enroll }
  })
  const theirs = { modules: listed, version: moment.version }
  requireVersion<{ modules: readonly Pick<TestmomentModule, 'name' | 'auto_enroll'>[] }>({ modules, version }, theirs, {
    texts: testmomentModulesTexts,
    reply: await describeTestmoment(trx, moment),
  })
}

interface RemovedModules {
  moment: TestmomentRow
  before: readonly ListedModule[]
  after: readonly ListedModule[]
}

/**
 * Ends enrollments in modules that a moment no longer offers, except at a past moment and except those with attendance or a
 * result. Returns the consequences and the ids of the students, for the confirmation of the larger transaction, which holds the
 * moment exclusively.
 */
export async function unenrollFromRemoved(
  trx: Transaction,
  { moment, before, after }: RemovedModules,
  now: number,
): Promise<{ lost: Consequences; unenrolled: number[] }> {
  const held = isCurrent(moment, now) ? await listEnrollmentsAtTestmoment(trx, moment.id) : []
  const unoffered = held.filter(
    ({ module_id, module_active, has_record }) =>
      !has_record && isNoLongerOffered({ id: module_id, active: module_active }, { before, after }),
  )
  const lost =
    unoffered.length > 0
      ? await trx
          .deleteFrom('enrollment')
          .where('testmoment_id', '=', moment.id)
          .where('module_id', 'in', [...new Set(unoffered.map(({ module_id }) => module_id))])
          .where('has_record', '=', false)
          .returning('user_id')
          .execute()
      : []
  const unenrolled = [...new Set(lost.map(({ user_id }) => user_id))]
  const students = unenrolled.length
  return {
    lost: {
      ...noConsequences,
      enrollments_deleted: lost.length,
      students,
      ...(students > 0 && { students_concerned: students }),
      opens_all_modules: before.length > 0 && after.length === 0,
    },
    unenrolled,
  }
}

interface ModulesChange {
  moment: TestmomentRow
  before: readonly ListedModule[]
  after: readonly ListedModule[]
  actorId: number
  importId?: number | undefined
}

/** Writes the changed modules and returns the moment's version, raised if anything changed. A step of a larger transaction. */
export async function writeTestmomentModules(
  trx: Transaction,
  { moment: { id, version }, before, after, actorId, importId }: ModulesChange,
  now: number,
): Promise<number> {
  const removed = without(before, after)
  const written = without(after, before)
  if (removed.length === 0 && written.length === 0) return version
  const replaced = [...removed, ...written].map((module) => module.id)
  await trx.deleteFrom('testmoment_module').where('testmoment_id', '=', id).where('module_id', 'in', replaced).execute()
  if (written.length > 0)
    await trx
      .insertInto('testmoment_module')
      .values(written.map((module) => ({ testmoment_id: id, module_id: module.id, auto_enroll: module.auto_enroll })))
      .execute()
  await trx
    .updateTable('testmoment')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute()
  const names = new Map((await requireModules(trx, [...new Set(replaced)])).map((module) => [module.id, module.name]))
  const namesOf = (modules: readonly ListedModule[]) =>
    modules.map((module) => listedModuleLabel({ ...module, name: names.get(module.id) ?? '' })).toSorted()
  const changes = { modules: [namesOf(removed), namesOf(written)] } as const
  const change = {
    actorId,
    importId,
    action: 'modules-edited',
    resource: 'testmoment',
    resourceId: id,
    changes,
  } as const
  await recordChange(trx, change, now)
  return version + 1
}

/** Modules that are not in the other list with the same toggle. */
function without(modules: readonly ListedModule[], others: readonly ListedModule[]): ListedModule[] {
  const toggles = new Map(others.map(({ id, auto_enroll }) => [id, auto_enroll]))
  return modules.filter(({ id, auto_enroll }) => toggles.get(id) !== auto_enroll)
}
