import { setImmediate } from 'node:timers/promises'
import { loadOffer, previewOf } from '#api-server/enrollments/automatic-enrollment.ts'
import { previewLostWaits } from '#api-server/enrollments/waiting/lost-waits.ts'
import { findEducationDepartment, listModulesOfDepartments } from '#api-server/facts/department.queries.ts'
import { listActiveEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { listCompletions } from '#api-server/facts/module.queries.ts'
import { planDigest } from '#api-server/platform/plans.ts'
import type { Kysely } from '#database/tables.ts'
import {
  type DepartmentSwitchRefusal,
  departmentSwitch,
  departmentSwitchRefusal,
} from '#domain/departments/department.rules.ts'
import type { DepartmentSwitch } from '#domain/departments/department.schema.ts'
import { type AutomaticStudent, automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import type { LostWait } from '#domain/enrollments/listed-enrollment.schema.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import type { UserObstacle } from '#domain/users/user-act.rules.ts'
import type { PlannedUser } from '#domain/users/user-act.schema.ts'
import { Problem } from '#server/problem.ts'

export interface AssessedSwitch {
  id: number
  /** `chosen`: the student has not finished onboarding, so only the field changes */
  kind: 'chosen' | 'switched' | 'already' | 'refused'
  /** why an act on many users skips this one */
  obstacle?: UserObstacle
  /** why the student's own switch is refused; null if it is allowed */
  refusal: DepartmentSwitchRefusal | 'not-found' | null
  completed_module_ids: ReadonlySet<number>
  enrollments: readonly ActiveEnrollment[]
  /** modules that they can choose only after the switch */
  added_module_ids: readonly number[]
  ended: readonly ActiveEnrollment[]
}

export type ActiveEnrollment = Awaited<ReturnType<typeof listEnrollmentsWithMoment>>[number]

interface AssessedSwitches {
  to: { id: number; name: string; auto_enroll: boolean; modules: Awaited<ReturnType<typeof listModulesOfDepartments>> }
  /** In the order of `userIds` */
  people: AssessedSwitch[]
}

/**
 * Assesses a switch of some users to one department. Under the locks of `lockForSwitch` the result stays true; previews call it
 * without locks.
 */
export async function assessSwitches(
  kysely: Kysely,
  userIds: readonly number[],
  departmentId: number,
  now: number,
): Promise<AssessedSwitches> {
  const users = await kysely
    .selectFrom('user')
    .select(['id', 'roles', 'information_checked', 'education_department_id'])
    .where('id', 'in', userIds)
    .execute()
  const usersById = new Map(users.map((user) => [user.id, user]))
  const to = await findEducationDepartment(kysely, departmentId)
  const departmentIds = new Set([departmentId, ...users.flatMap((user) => user.education_department_id ?? [])])
  const modules = Map.groupBy(
    await listModulesOfDepartments(kysely, [...departmentIds], { alsoInactive: true }),
    ({ education_department_id }) => education_department_id,
  )
  const completions = Map.groupBy(await listCompletions(kysely, userIds), ({ user_id }) => user_id)
  const enrollmentsByUser = Map.groupBy(await listEnrollmentsWithMoment(kysely, userIds), ({ user_id }) => user_id)
  const factsOf = (id: number) => ({ id, archived: false, modules: modules.get(id) ?? [] })
  const target = to && { ...factsOf(to.id), archived: to.archived }

  const assess = (id: number): AssessedSwitch => {
    const user = usersById.get(id)
    const enrollments = enrollmentsByUser.get(id) ?? []
    const completed_module_ids = new Set(completions.get(id)?.map(({ module_id }) => module_id))
    const nothing = { id, completed_module_ids, enrollments, added_module_ids: [], ended: [] }
    if (!user) return { ...nothing, kind: 'refused', obstacle: 'not-found', refusal: 'not-found' }
    if (!isStudent({ roles: rolesOf(user) }))
      return { ...nothing, kind: 'refused', obstacle: 'no-student', refusal: 'not-found' }
    const { education_department_id: from, information_checked } = user
    const department = from === null ? null : factsOf(from)
    const student = { information_checked, department, completed_module_ids, enrollments }
    const refusal = departmentSwitchRefusal(student, target)
    if (from === departmentId) return { ...nothing, kind: 'already', refusal }
    if (!target || target.archived) return { ...nothing, kind: 'refused', obstacle: 'department-unavailable', refusal }
    if (!information_checked) return { ...nothing, kind: 'chosen', refusal }
    return { ...nothing, kind: 'switched', refusal, ...departmentSwitch(student, target, now) }
  }
  return {
    to: {
      id: departmentId,
      name: to?.name ?? '',
      auto_enroll: to?.auto_enroll ?? false,
      modules: modules.get(departmentId) ?? [],
    },
    people: userIds.map(assess),
  }
}

/** Lists enrollments of these students in the active school year, with their moments in the shape that the rules need. */
export const listEnrollmentsWithMoment = async (kysely: Kysely, userIds: readonly number[]) =>
  (await listActiveEnrollments(kysely, userIds)).map((row) => ({
    ...row,
    moment: { date: row.date, duration: row.duration, schoolyear_active: true },
  }))

/** The student after the switch, before automatic enrollments are made. */
const studentAfterSwitch = (
  { id, completed_module_ids, enrollments, ended }: AssessedSwitch,
  { auto_enroll, modules }: AssessedSwitches['to'],
): AutomaticStudent => ({
  id,
  information_checked: true,
  department: { auto_enroll, module_ids: new Set(modules.map((module) => module.id)) },
  completed_module_ids,
  enrollments: enrollments.filter((enrollment) => !ended.includes(enrollment)),
})

/** Previews one student's switch. Throws `not-found` for other users, or a `DepartmentSwitchRefusal`. */
export async function previewSwitch(kysely: Kysely, { user_id, department_id }: DepartmentSwitch, now: number) {
  const { to, people } = await assessSwitches(kysely, [user_id], department_id, now)
  return describeSwitch(kysely, { to, person: requireSwitch(people) }, now)
}

/** Returns the only student that was assessed. Throws the same errors as `previewSwitch`. */
export function requireSwitch([person]: readonly AssessedSwitch[]): AssessedSwitch {
  if (!person || person.refusal) throw new Problem(person?.refusal ?? 'not-found')
  return person
}

interface OneSwitch extends Pick<AssessedSwitches, 'to'> {
  person: AssessedSwitch
}

export async function describeSwitch(kysely: Kysely, { to, person }: OneSwitch, now: number) {
  const gained = new Set(person.added_module_ids)
  const offer = await loadOffer(kysely)
  const afterwards = studentAfterSwitch(person, to)
  const switches = person.kind === 'switched'
  const automatic = automaticEnrollments({ ...offer, students: switches ? [afterwards] : [], now })
  const { made, without_seat } = previewOf(offer, automatic)
  const moments = new Map(offer.moments.map((moment) => [moment.id, moment]))
  const enrolled = automatic.made.flatMap(({ testmoment_id, module_id }) => {
    const moment = moments.get(testmoment_id)
    return moment ? [{ testmoment_id, module_id, moment }] : []
  })
  const changed = { education_department_id: to.id, enrollments: [...afterwards.enrollments, ...enrolled] }
  const waits_to_be_deleted = switches ? await previewLostWaits(kysely, person.id, changed, now) : []
  return {
    modules_to_be_added: to.modules
      .filter(({ id }) => gained.has(id))
      .map(({ id, name, description }) => ({ id, name, description })),
    enrollments_to_be_deleted: person.ended,
    enrollments_to_be_made: made,
    enrollments_without_seat: without_seat,
    waits_to_be_deleted,
    confirmation: confirmationOf({ person, to }, waits_to_be_deleted),
  }
}

/** Digest of what is lost and gained. Automatic enrollments are left out: their number changes when others take seats. */
const confirmationOf = ({ person, to }: OneSwitch, waits: readonly LostWait[]): string =>
  planDigest(
    [person.id, to.id],
    person.added_module_ids.toSorted((one, other) => one - other),
    person.ended.map(({ testmoment_id, module_id }) => [testmoment_id, module_id]),
    waits.map(({ testmoment, module }) => [testmoment.id, module.id]),
  )

type SwitchPlan = Pick<PlannedUser, 'outcome' | 'obstacle' | 'ends' | 'makes'>

/** Students assessed together; other requests are served between two of these. */
const STUDENTS_TOGETHER = 200

export async function previewSwitches(kysely: Kysely, userIds: readonly number[], departmentId: number, now: number) {
  const offer = await loadOffer(kysely)
  const judged = new Map<number, SwitchPlan>()
  let { free_seats } = offer
  let waits_ended = 0
  // The oldest accounts get the seats first.
  const inOrder = userIds.toSorted((one, other) => one - other)
  for (let from = 0; from < inOrder.length; from += STUDENTS_TOGETHER) {
    const some = inOrder.slice(from, from + STUDENTS_TOGETHER)
    const { to, people } = await assessSwitches(kysely, some, departmentId, now)
    const switched = people.filter(({ kind }) => kind === 'switched')
    const students = switched.map((person) => studentAfterSwitch(person, to))
    const automatic = automaticEnrollments({ ...offer, free_seats, students, now })
    free_seats = automatic.free_seats
    const made = Map.groupBy(automatic.made, ({ user_id }) => user_id)
    for (const { id, kind, obstacle, ended } of people) {
      const outcome = kind === 'already' || kind === 'refused' ? kind : 'will'
      const plan: SwitchPlan = { outcome }
      if (obstacle) plan.obstacle = obstacle
      if (ended.length > 0) plan.ends = ended.length
      const makes = made.get(id)
      if (makes) plan.makes = makes.length
      judged.set(id, plan)
    }
    waits_ended += (await findUsersLosingWaits(kysely, { to, people })).size
    await setImmediate()
  }
  return { judged, waits_ended }
}

/** Finds the switched users who wait for a module that the new department does not offer. */
export async function findUsersLosingWaits(kysely: Kysely, { to, people }: AssessedSwitches): Promise<Set<number>> {
  const userIds = people.filter(({ kind }) => kind === 'switched').map(({ id }) => id)
  const moduleIds = new Set(to.modules.map(({ id }) => id))
  if (userIds.length === 0) return new Set()
  const entries = await kysely
    .selectFrom('waiting_entry')
    .select(['user_id', 'module_id'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(entries.filter(({ module_id }) => !moduleIds.has(module_id)).map(({ user_id }) => user_id))
}
