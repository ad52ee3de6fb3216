import type { ExpressionBuilder } from 'kysely'
import type { Deps } from '#api-server/context.ts'
import { listStudentsToEnroll } from '#api-server/facts/automatic-enrollment.queries.ts'
import { listUsersOfDepartment } from '#api-server/facts/department.queries.ts'
import { enrollmentHooks } from '#api-server/facts/enrollment-hooks.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { requireModules } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { listCurrentTestmoments } from '#api-server/facts/testmoment.queries.ts'
import { lockRow, lockSchool, lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Tables, Transaction } from '#database/tables.ts'
import { confirmationOf, isBig, noConsequences, sumOf, takesSomething } from '#domain/consequences/consequence.rules.ts'
import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import { type ModulesWish, modulesChange } from '#domain/departments/department.rules.ts'
import type {
  EducationDepartment,
  ModuleMatrixEdit,
  ModuleMatrixPreview,
} from '#domain/departments/department.schema.ts'
import { departmentModulesTexts } from '#domain/departments/department.texts.ts'
import { noneMade } from '#domain/enrollments/automatic.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { departmentsChangedLabel } from '#domain/messages/message.texts.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { planDigest, rehearse, requirePlan } from '../platform/plans.ts'
import { describeDepartment } from './describe-departments.ts'

interface DepartmentWish extends ModulesWish {
  id: number
  version?: number | undefined
}

export interface DepartmentModulesEdit extends DepartmentWish {
  confirmed?: string | undefined
  /** message to students whose enrollments end */
  message?: WrittenMessage | undefined
}

/**
 * Changes the modules of a department. Removed modules end its students' current enrollments in them, after confirmation; added
 * ones enroll students where that is automatic. Throws `version-stale`, `module-unknown`, `confirmation-needed` and refusals of
 * the message's words.
 */
export async function changeDepartmentModules(
  { database, clock }: Deps,
  actor: Actor,
  { confirmed, message, ...wish }: DepartmentModulesEdit,
) {
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    const changed = await changeModulesOf(trx, { actor, wishes: [wish] }, clock)
    const consequences = changed[0]?.consequences ?? noConsequences
    requireConfirmation(consequences, confirmed)
    const { enrollments_deleted } = consequences
    return {
      department: await describeDepartment(trx, wish.id, actor),
      enrollments_deleted,
      students_messaged: await messageUnenrolled(trx, { changed, actor, message }, clock()),
      ...noneMade,
      ...changed[0]?.made,
    }
  })
}

interface MatrixChange extends ModuleMatrixEdit {
  /** confirmation of a preview; without it only changes that take something from students need one */
  confirmation?: string | undefined
  /** message to students whose enrollments end */
  message?: WrittenMessage | undefined
}

/**
 * Changes the modules of several departments, all or none. Throws the errors of `changeDepartmentModules`, or
 * `plan-changed`.
 */
export async function changeModuleMatrix(
  { database, clock }: Deps,
  actor: Actor,
  { departments, confirmation, message }: MatrixChange,
): Promise<ModuleMatrixPreview & { students_messaged: number }> {
  return database.transaction(async (trx) => {
    const { changed, outcome } = await changeMatrix(trx, { actor, departments }, clock)
    const { consequences } = outcome
    if (confirmation === undefined && takesSomething(consequences))
      throw new Problem('confirmation-needed', { details: { consequences, confirmation: outcome.confirmation } })
    if (confirmation !== undefined && isBig(consequences)) requirePlan(outcome, confirmation)
    return { ...outcome, students_messaged: await messageUnenrolled(trx, { changed, actor, message }, clock()) }
  })
}

export const previewModuleMatrix = (
  { database, clock }: Deps,
  actor: Actor,
  { departments }: ModuleMatrixEdit,
): Promise<ModuleMatrixPreview> =>
  rehearse(database, async (trx) => (await changeMatrix(trx, { actor, departments }, clock)).outcome)

async function changeMatrix(
  trx: Transaction,
  { actor, departments }: ModuleMatrixEdit & { actor: Actor },
  clock: () => number,
): Promise<{ changed: readonly ChangedModules[]; outcome: ModuleMatrixPreview }> {
  await lockSchool(trx)
  const wishes = [...Map.groupBy(departments, ({ id }) => id)].map(([id, same]) => ({
    id,
    version: same.find(({ version }) => version !== undefined)?.version,
    how: 'add' as const,
    module_ids: [...new Set(same.flatMap(({ added }) => added))],
    removed_ids: same.flatMap(({ removed }) => removed),
  }))
  const changed = await changeModulesOf(trx, { actor, wishes }, clock)
  const named = changed.map(({ department, ...change }) => ({
    ...pick(department, ['id', 'name']),
    ...pick(change, ['added', 'removed', 'consequences']),
  }))
  const outcome = {
    departments: named.toSorted((one, other) => one.name.localeCompare(other.name, 'nl')),
    consequences: sumOf(named.map(({ consequences }) => consequences)),
    confirmation: confirmationOfAll(named),
  }
  return { changed, outcome }
}

interface UnenrolledByChange {
  changed: readonly ChangedModules[]
  actor: Actor
  message: WrittenMessage | undefined
}

/** Sends the message to all students whose enrollments ended (each has one department); returns how many. */
function messageUnenrolled(trx: Transaction, { changed, actor, message }: UnenrolledByChange, now: number) {
  const concerned = changed.filter(({ unenrolled }) => unenrolled.length > 0)
  const about = {
    education_department_ids: concerned.map(({ department }) => department.id),
    change: 'modules-removed',
  }
  const label = departmentsChangedLabel(concerned.map(({ department }) => department.name))
  const userIds = concerned.flatMap(({ unenrolled }) => unenrolled)
  return messageAboutChange(trx, { written: message, senderId: actor.id, about, label, userIds }, now)
}

/** Digest of the departments with their modules and counts, exactly as the preview shows them. */
const confirmationOfAll = (departments: ModuleMatrixPreview['departments']): string =>
  planDigest(
    departments.map(({ id, added, removed, consequences }) => [id, added, removed, confirmationOf(consequences)]),
  )

interface ModulesOf {
  department: EducationDepartment
  /** names of modules */
  added: string[]
  removed: string[]
}

interface ChangedModules extends ModulesOf {
  made: typeof noneMade
  consequences: Consequences
  /** user ids without duplicates */
  unenrolled: readonly number[]
}

/**
 * Changes the modules of departments (no duplicates) and returns the result for each that changed. A step of a larger
 * transaction, which holds the school exclusively; it locks the departments in the order of ids, then all students concerned,
 * then moments and seats. Throws `version-stale` or `module-unknown`.
 */
export async function changeModulesOf(
  trx: Transaction,
  { actor, wishes }: { actor: Actor; wishes: readonly DepartmentWish[] },
  clock: () => number,
) {
  const changes: Change[] = []
  for (const wish of wishes.toSorted((one, other) => one.id - other.id)) {
    const change = await readChange(trx, actor, wish)
    if (change.added.length + change.removed.length > 0) changes.push(change)
  }
  const [losing, gaining] = [
    changes.filter(({ removed }) => removed.length > 0),
    changes.filter(({ added }) => added.length > 0),
  ]
  const members = await membersOf(losing, (departmentId) => listUsersOfDepartment(trx, departmentId))
  const students = await membersOf(gaining, (departmentId) => listStudentsToEnroll(trx, { departmentId }))
  await lockStudents(trx, [...new Set([...members.values(), ...students.values()].flat())])

  const lost = await unenrollFromLost(trx, losing, clock)
  for (const change of changes) await writeChange(trx, actor, change, clock())
  const gains = new Map(gaining.map(({ department, added }) => [department.id, new Set(added)]))
  const made =
    gaining.length > 0
      ? await enrollmentHooks().enrollInGains(trx, { gains, students }, clock)
      : new Map<number, never>()

  const outcomes: ChangedModules[] = []
  for (const { department, removed, loses_all, names } of changes) {
    const { id } = department
    const waits =
      removed.length > 0
        ? await enrollmentHooks().countLostWaits(trx, { departmentId: id, moduleIds: removed }, clock())
        : 0
    const ownMade = made.get(id) ?? noneMade
    const offers_nothing = loses_all && (members.get(id)?.length ?? 0) > 0
    const { unenrolled = [], ...ended } = lost.get(id) ?? {}
    outcomes.push({
      department,
      ...names,
      made: ownMade,
      unenrolled,
      consequences: { ...noConsequences, ...ended, offers_nothing, ...ownMade, waits_ended: waits },
    })
  }
  return outcomes
}

interface Change {
  department: EducationDepartment
  added: readonly number[]
  removed: readonly number[]
  loses_all: boolean
  names: Pick<ModulesOf, 'added' | 'removed'>
}

const namesOf = (modules: readonly { name: string }[]) => modules.map(({ name }) => name).toSorted()

async function readChange(trx: Transaction, actor: Actor, { id, version, ...wish }: DepartmentWish): Promise<Change> {
  await lockRow(trx, 'education_department', id)
  const department = await describeDepartment(trx, id, actor)
  const { modules } = department
  const wished = await requireModules(trx, wish.module_ids)
  const kept = wish.how === 'replace' ? [] : modules.filter((module) => !wish.removed_ids?.includes(module.id))
  requireVersion(
    { version, modules: [...new Set(namesOf([...kept, ...wished]))].toSorted() },
    { version: department.version, modules: namesOf(modules) },
    { texts: departmentModulesTexts, reply: department },
  )
  const held = modules.map((module) => module.id)
  const change = modulesChange(held, wish)
  const named = (some: readonly { id: number; name: string }[], ids: readonly number[]) =>
    namesOf(some.filter((module) => ids.includes(module.id)))
  return {
    department,
    ...change,
    names: { added: named(wished, change.added), removed: named(modules, change.removed) },
  }
}

async function membersOf(changes: readonly Change[], list: (departmentId: number) => Promise<number[]>) {
  const members = new Map<number, readonly number[]>()
  for (const { department } of changes) members.set(department.id, await list(department.id))
  return members
}

interface Lost extends Pick<Consequences, 'enrollments_deleted' | 'students' | 'students_concerned'> {
  unenrolled: number[]
}

/**
 * Ends the current enrollments of departments' students in removed modules, also where enrollment is closed; returns counts and
 * user ids by department. The students are locked; takes a handful of statements per department.
 */
async function unenrollFromLost(trx: Transaction, losing: readonly Change[], clock: () => number) {
  const lost = new Map<number, Lost>()
  if (losing.length === 0) return lost
  await shareTestmoments(trx, await listCurrentTestmoments(trx, clock()))
  const testmomentIds = await listCurrentTestmoments(trx, clock())
  for (const { department, removed } of losing) {
    const question = { departmentId: department.id, moduleIds: removed, testmomentIds }
    const deleted = await deleteDepartmentEnrollments(trx, question)
    const unenrolled = [...new Set(deleted)]
    const students = unenrolled.length
    const concerned = students > 0 ? { students_concerned: students } : {}
    lost.set(department.id, { enrollments_deleted: deleted.length, students, ...concerned, unenrolled })
  }
  return lost
}

async function writeChange(
  trx: Transaction,
  actor: Actor,
  { department, added, removed, names }: Change,
  now: number,
): Promise<void> {
  const education_department_id = department.id
  if (removed.length > 0)
    await trx
      .deleteFrom('education_department_module')
      .where('education_department_id', '=', education_department_id)
      .where('module_id', 'in', removed)
      .execute()
  if (added.length > 0)
    await trx
      .insertInto('education_department_module')
      .values(added.map((module_id) => ({ education_department_id, module_id })))
      .execute()
  const version = department.version + 1
  await trx.updateTable('education_department').set({ version }).where('id', '=', education_department_id).execute()
  const changes = { modules: [names.removed, names.added] } as const
  const change = { resource: 'education_department', resourceId: education_department_id, changes } as const
  await recordChange(trx, { actorId: actor.id, action: 'modules-edited', ...change }, now)
}

/** Selects enrollments of a department's students in some modules at some moments, without those that have a record. */
interface DepartmentEnrollments {
  departmentId: number
  moduleIds: readonly number[]
  testmomentIds: readonly number[]
}

/** Deletes these enrollments and returns the user id of each. */
export async function deleteDepartmentEnrollments(
  trx: Transaction,
  question: DepartmentEnrollments,
): Promise<number[]> {
  if (question.testmomentIds.length === 0) return []
  const deleted = await trx.deleteFrom('enrollment').where(meant(question)).returning('user_id').execute()
  return deleted.map(({ user_id }) => user_id)
}

const meant =
  ({ departmentId, moduleIds, testmomentIds }: DepartmentEnrollments) =>
  (where: ExpressionBuilder<Tables, 'enrollment'>) =>
    where.and([
      where('enrollment.module_id', 'in', moduleIds),
      where('enrollment.testmoment_id', 'in', testmomentIds),
      where('enrollment.has_record', '=', false),
      where('enrollment.user_id', 'in', (query) =>
        query.selectFrom('user').select('user.id').where('user.education_department_id', '=', departmentId),
      ),
    ])
