import { setImmediate } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { announceCounts, enrollAutomatically, loadOffer } from '#api-server/enrollments/automatic-enrollment.ts'
import { confirmUnenrolled } from '#api-server/enrollments/enrollment-letter.ts'
import { findEducationDepartment, listModulesOfDepartments } from '#api-server/facts/department.queries.ts'
import { selectEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { listCompletions } from '#api-server/facts/module.queries.ts'
import { recordUsersEdited } from '#api-server/facts/record-change.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Tables } from '#database/tables.ts'
import { departmentSwitch } from '#domain/departments/department.rules.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import type { UserObstacle } from '#domain/users/user-act.rules.ts'
import type { BatchUser, SettledUser } from '#domain/users/user-act.schema.ts'

/** What giving a department would do to one; `chosen` before onboarding, where nothing else comes of it. */
interface AssessedSwitch {
  id: number
  kind: 'chosen' | 'switched' | 'already' | 'refused'
  obstacle?: UserObstacle
  completed_module_ids: ReadonlySet<number>
  enrollments: Awaited<ReturnType<typeof listHeld>>
  ended: Awaited<ReturnType<typeof listHeld>>
}

/** As by hand (`departmentSwitch`), for many: in a handful of statements. In the order of the ids. */
async function assessSwitches(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  departmentId: number,
  now: number,
): Promise<AssessedSwitch[]> {
  const users = await kysely
    .selectFrom('user')
    .select(['id', 'roles', 'information_checked', 'education_department_id'])
    .where('id', 'in', userIds)
    .execute()
  const known = new Map(users.map((user) => [user.id, user]))
  const to = await findEducationDepartment(kysely, departmentId)
  const departmentIds = [...new Set(users.map((user) => user.education_department_id ?? departmentId)), departmentId]
  const modules = Map.groupBy(
    await listModulesOfDepartments(kysely, departmentIds, { alsoInactive: true }),
    ({ education_department_id }) => education_department_id,
  )
  const completions = Map.groupBy(await listCompletions(kysely, userIds), ({ user_id }) => user_id)
  const held = Map.groupBy(await listHeld(kysely, userIds), ({ user_id }) => user_id)
  const factsOf = (id: number) => ({ id, archived: false, modules: modules.get(id) ?? [] })
  return userIds.map((id) => {
    const user = known.get(id)
    const enrollments = held.get(id) ?? []
    const completed_module_ids = new Set(completions.get(id)?.map(({ module_id }) => module_id))
    const common = { id, completed_module_ids, enrollments, ended: [] }
    if (!user) return { ...common, kind: 'refused', obstacle: 'not-found' }
    if (!isStudent({ roles: rolesOf(user) })) return { ...common, kind: 'refused', obstacle: 'no-student' }
    const { education_department_id: from, information_checked } = user
    if (from === departmentId) return { ...common, kind: 'already' }
    if (!to || to.archived) return { ...common, kind: 'refused', obstacle: 'department-unavailable' }
    if (!information_checked) return { ...common, kind: 'chosen' }
    const student = {
      information_checked,
      department: from === null ? null : factsOf(from),
      completed_module_ids,
      enrollments: enrollments.map((row) => ({ ...row, moment: { ...row, schoolyear_active: true } })),
    }
    return { ...common, kind: 'switched', ended: departmentSwitch(student, factsOf(departmentId), now).ended }
  })
}

/** In the active school year. */
const listHeld = (kysely: Kysely<Tables>, userIds: readonly number[]) =>
  selectEnrollments(kysely)
    .where('enrollment.user_id', 'in', userIds)
    .where('schoolyear.active', '=', true)
    .orderBy('enrollment.id')
    .execute()

/** Looked at together; others are served between two of these. */
const TOGETHER = 200

/** What giving them all this department would do to each, and how many would lose a place on a waiting list. Nothing is changed. */
export async function previewSwitches(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  departmentId: number,
  now: number,
) {
  const offer = await loadOffer(kysely)
  const to = await findEducationDepartment(kysely, departmentId)
  const module_ids = new Set(
    (await listModulesOfDepartments(kysely, [departmentId], { alsoInactive: true })).map(({ id }) => id),
  )
  const department = { auto_enroll: to?.auto_enroll ?? false, module_ids }
  const planned: Pick<AssessedSwitch, 'id' | 'kind' | 'obstacle'>[] = []
  const [ends, makes] = [new Map<number, number>(), new Map<number, number>()]
  let { free_seats } = offer
  let waits_ended = 0
  // Seats go by the age of the accounts.
  const inOrder = userIds.toSorted((one, other) => one - other)
  for (let from = 0; from < inOrder.length; from += TOGETHER) {
    const some = inOrder.slice(from, from + TOGETHER)
    const assessed = await assessSwitches(kysely, some, departmentId, now)
    const switched = assessed.filter(({ kind }) => kind === 'switched')
    const students = switched.map(({ id, completed_module_ids, enrollments, ended }) => ({
      id,
      information_checked: true,
      department,
      completed_module_ids,
      enrollments: enrollments
        .filter((enrollment) => !ended.includes(enrollment))
        .map((row) => ({ ...row, moment: { ...row, schoolyear_active: true } })),
    }))
    const automatic = automaticEnrollments({ ...offer, free_seats, students, now })
    free_seats = automatic.free_seats
    for (const { user_id } of automatic.made) makes.set(user_id, (makes.get(user_id) ?? 0) + 1)
    for (const { id, ended } of switched) if (ended.length > 0) ends.set(id, ended.length)
    planned.push(...assessed.map(({ id, kind, obstacle }) => ({ id, kind, ...(obstacle && { obstacle }) })))
    waits_ended += await countWaits(
      kysely,
      switched.map(({ id }) => id),
      module_ids,
    )
    await setImmediate()
  }
  return { planned, ends, makes, waits_ended }
}

/** How many of these wait for a seat with a module that is none of these. */
async function countWaits(kysely: Kysely<Tables>, userIds: readonly number[], moduleIds: ReadonlySet<number>) {
  if (userIds.length === 0) return 0
  const entries = await kysely
    .selectFrom('waiting_entry')
    .select(['user_id', 'module_id'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(entries.filter(({ module_id }) => !moduleIds.has(module_id)).map(({ user_id }) => user_id)).size
}

/**
 * Gives these students a department: before onboarding it is chosen for them, afterwards they switch to it with all that comes of
 * that. A step of a transaction that has locked nothing yet. Who would lose more than was agreed to keeps all.
 */
export async function giveDepartment(
  trx: Transaction<Tables>,
  { users, departmentId, actorId }: { users: readonly BatchUser[]; departmentId: number; actorId: number },
  clock: () => number,
): Promise<SettledUser[]> {
  const ids = users.map(({ id }) => id)
  await shareSchool(trx)
  await lockStudents(trx, ids)
  const held = await listHeld(trx, ids)
  await shareTestmoments(trx, [...new Set(held.map(({ testmoment_id }) => testmoment_id))])

  const now = clock()
  const agreed = new Map(users.map(({ id, ends = 0 }) => [id, ends]))
  const assessed = (await assessSwitches(trx, ids, departmentId, now)).map((one): AssessedSwitch => {
    const endsMore = one.ended.length > (agreed.get(one.id) ?? 0)
    return endsMore ? { ...one, kind: 'refused', obstacle: 'ends-more', ended: [] } : one
  })
  const idsOf = (wanted: AssessedSwitch['kind']) => assessed.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const [chosen, switched] = [idsOf('chosen'), idsOf('switched')]
  const ended = assessed.flatMap((one) => one.ended)
  if (ended.length > 0) {
    const endedIds = ended.map(({ id }) => id)
    await trx.deleteFrom('enrollment').where('id', 'in', endedIds).execute()
    await confirmUnenrolled(trx, ended, now)
    await announceCounts(trx, ended)
  }
  const changed = [...chosen, ...switched]
  if (changed.length > 0)
    await trx.updateTable('user').set({ education_department_id: departmentId }).where('id', 'in', changed).execute()
  const change = { actorId, fields: ['education_department_id'] }
  await recordUsersEdited(trx, { ...change, userIds: chosen }, now)
  await recordUsersEdited(trx, { ...change, userIds: switched, action: 'department-switched' }, now)
  if (switched.length > 0) await enrollAutomatically(trx, { userIds: switched }, clock)
  return assessed.map(({ id, kind, obstacle }) => ({
    id,
    outcome: kind === 'already' || kind === 'refused' ? kind : 'done',
    ...(obstacle && { obstacle }),
  }))
}
