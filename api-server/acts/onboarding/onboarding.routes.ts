import type { ApiContext, Deps } from '#api-server/context.ts'
import { readUserDepartment } from '#api-server/departments/describe-departments.ts'
import {
  enrollAutomatically,
  loadOffer,
  loadStudents,
  previewOf,
} from '#api-server/enrollments/automatic-enrollment.ts'
import { endEnrollments } from '#api-server/enrollments/end-enrollments.ts'
import { findEducationDepartment, listModulesOfDepartments } from '#api-server/facts/department.queries.ts'
import { listActiveEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { recordUsersEdited } from '#api-server/facts/record-change.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { userReply } from '#api-server/facts/user.replies.ts'
import { lockStudents, shareSchool, shareTestmoments } from '#api-server/platform/locks.ts'
import { reachOnboardingStep } from '#api-server/users/onboarding-step.ts'
import * as onboardingCalls from '#contract/onboarding.calls.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction, UserRow } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { departmentSwitch } from '#domain/departments/department.rules.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import type { ConfirmingPreview } from '#domain/enrollments/listed-enrollment.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { isStudent, reaches, rolesOf } from '#domain/users/roles.ts'
import { isComplete } from '#domain/users/user-edit.rules.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function onboardingRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, onboardingCalls, {
    getUserEducationDepartment: async ({ caller, params }) => readUserDepartment(database, caller, params.id),

    chooseEducationDepartment: async ({ caller, params: { id }, body }) => {
      const choice = { userId: id, departmentId: body.id }
      if (reaches(caller, 'administration'))
        await giveEducationDepartment({ database, clock }, { ...choice, actorId: caller.id })
      else {
        if (!isStudent(caller)) throw new Problem('not-found')
        await chooseEducationDepartment(database, choice)
      }
      return { entity: await readUserDepartment(database, caller, id) }
    },

    listAutomaticEnrollments: async ({ params: { id } }) => {
      const { made, without_seat, ended } = await previewConfirming(database, id, clock())
      return { entities: made, without_seat, ended, _links: {} }
    },

    confirmInformation: async ({ caller, params: { id } }) => {
      const confirmed = await confirmInformation({ database, clock }, id)
      return { entity: userReply(confirmed.user, caller), enrollments_made: confirmed.enrollments_made }
    },
  })
}

/**
 * Chooses a department: the second step of onboarding, repeatable until the student confirms. Throws `onboarding-done`
 * afterwards, and `education-department-unavailable` for one that is not offered; a student may keep an archived one.
 */
async function chooseEducationDepartment(
  database: Database,
  { userId, departmentId }: { userId: number; departmentId: number },
): Promise<void> {
  await database.transaction(async (trx) => {
    await shareSchool(trx)
    await lockStudents(trx, [userId])
    const user = await requireUser(trx, userId)
    if (user.information_checked) throw new Problem('onboarding-done')
    const department = await findEducationDepartment(trx, departmentId)
    const offered = department && (!department.archived || department.id === user.education_department_id)
    if (!offered) throw new Problem('education-department-unavailable')
    await trx.updateTable('user').set({ education_department_id: departmentId }).where('id', '=', userId).execute()
    await announce(trx, [{ event: 'userEdited', user_id: userId }])
    await reachOnboardingStep(trx, userId, 3)
  })
}

/**
 * Gives a department to a student during onboarding, on behalf of an administrator. The student sees it chosen and may
 * choose another. Throws `not-found` for other users, `onboarding-done` and `education-department-unavailable`.
 */
async function giveEducationDepartment(
  { database, clock }: Deps,
  { actorId, userId, departmentId }: { actorId: number; userId: number; departmentId: number },
): Promise<void> {
  await database.transaction(async (trx) => {
    await shareSchool(trx)
    await lockStudents(trx, [userId])
    const user = await requireUser(trx, userId)
    if (!isStudent({ roles: rolesOf(user) })) throw new Problem('not-found')
    if (user.information_checked) throw new Problem('onboarding-done')
    if (departmentId === user.education_department_id) return
    const department = await findEducationDepartment(trx, departmentId)
    if (!department || department.archived) throw new Problem('education-department-unavailable')
    await trx.updateTable('user').set({ education_department_id: departmentId }).where('id', '=', userId).execute()
    await recordUsersEdited(trx, { actorId, userIds: [userId], fields: ['education_department_id'] }, clock())
  })
}

/**
 * Ends a student's onboarding: makes the automatic enrollments and ends those that a teacher made in modules outside the
 * chosen department, all or nothing. A second call changes nothing. Throws `information-incomplete`.
 */
async function confirmInformation({ database, clock }: Deps, userId: number) {
  return database.transaction(async (trx) => {
    await shareSchool(trx)
    await lockStudents(trx, [userId])
    const held = await listActiveEnrollments(trx, [userId])
    if (held.length > 0) await shareTestmoments(trx, [...new Set(held.map(({ testmoment_id }) => testmoment_id))])
    const user = await requireUser(trx, userId)
    if (user.information_checked) return { user, enrollments_made: 0 }
    if (!isComplete(user)) throw new Problem('information-incomplete')
    await endOutsideDepartment(trx, user, clock())
    await trx.updateTable('user').set({ information_checked: true }).where('id', '=', userId).execute()
    await announce(trx, [{ event: 'userEdited', user_id: userId }])
    const { enrollments_made } = await enrollAutomatically(trx, { userIds: [userId] }, clock)
    return { user: { ...user, information_checked: true }, enrollments_made }
  })
}

/**
 * Previews confirming: the enrollments that it would make or end, and those without a free seat, by the same steps as
 * `enrollAutomatically`. Empty once it is confirmed.
 */
async function previewConfirming({ kysely }: Database, userId: number, now: number): Promise<ConfirmingPreview> {
  const user = await requireUser(kysely, userId)
  if (user.information_checked) return { made: [], without_seat: [], ended: [] }
  const ended = await listOutsideDepartment(kysely, user, now)
  const ends = new Set(ended.map(({ testmoment_id, module_id }) => `${testmoment_id} ${module_id}`))
  const offer = await loadOffer(kysely)
  const students = (await loadStudents(kysely, [userId], offer)).map((student) => ({
    ...student,
    information_checked: true,
    enrollments: student.enrollments.filter(
      ({ testmoment_id, module_id }) => !ends.has(`${testmoment_id} ${module_id}`),
    ),
  }))
  return {
    ...previewOf(offer, automaticEnrollments({ ...offer, students, now })),
    ended: ended.map((row) => ({
      testmoment: { ...pick(row, whenAndWhereFieldNames), id: row.testmoment_id },
      module: { id: row.module_id, name: row.module_name, description: row.module_description },
    })),
  }
}

/** Ends enrollments in modules outside the department. The caller holds the student's lock and shares their moments. */
async function endOutsideDepartment(trx: Transaction, user: Onboarding, now: number): Promise<void> {
  const ended = await listOutsideDepartment(trx, user, now)
  if (ended.length === 0) return
  await endEnrollments(trx, ended, now)
}

type Onboarding = Pick<UserRow, 'id' | 'education_department_id'>

/** Lists enrollments that a teacher made before the department was chosen, in modules that it lacks: a switch ends them too. */
async function listOutsideDepartment(kysely: Kysely, { id, education_department_id }: Onboarding, now: number) {
  if (education_department_id === null) return []
  const held = await listActiveEnrollments(kysely, [id])
  if (held.length === 0) return []
  const modules = await listModulesOfDepartments(kysely, [education_department_id], { alsoInactive: true })
  const student = {
    information_checked: false,
    department: null,
    completed_module_ids: new Set<number>(),
    enrollments: held.map((row) => ({ ...row, moment: { ...row, schoolyear_active: true } })),
  }
  return departmentSwitch(student, { id: education_department_id, archived: false, modules }, now).ended
}
