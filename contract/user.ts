import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'
import type { AutomaticEnrollment } from '#domain/enrollment/automatic-enrollment.schema.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import type { UserSession } from '#domain/session/user-session.schema.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'
import type { PersonalData } from '#domain/user/personal-data.schema.ts'
import type { User } from '#domain/user/user.schema.ts'
import type { UserEdit } from '#domain/user/user-edit.schema.ts'
import { endpoint } from './endpoint.ts'
import type { EntityReply, ListReply } from './list.ts'

interface OfUser {
  id: number
}

/** Some entities by their ids: all that is read of them. */
export interface IdList {
  entities: { id: number }[]
}

/** How the modules stand after some were completed or are open again, and what became of enrolments by it. */
export interface CompletionReply extends EntityReply<{ entities: ModuleStatus[] }> {
  enrollments_deleted: number
  enrollments_made: number
}

export const getOwnUser = endpoint<{ reply: User }>('GET', '/user')
export const getUser = endpoint<{ params: OfUser; reply: User }>('GET', '/user/:id')

/** By the user's link `edit`. 409 on a stale version; 422 with a `NameRefusal`. */
export const editUser = endpoint<{ params: OfUser; body: UserEdit; reply: EntityReply<User> }>('PUT', '/user/:id')

/** By the user's link `education_department`; 404 without one. */
export const getUserEducationDepartment = endpoint<{ params: OfUser; reply: EducationDepartment }>(
  'GET',
  '/user/:id/education-department',
)

/** By the user's link `edit_education_department`, while onboarding; 409 `onboarding-done` afterwards. */
export const chooseEducationDepartment = endpoint<{
  params: OfUser
  body: { id: number }
  reply: EntityReply<EducationDepartment>
}>('PUT', '/user/:id/education-department')

/** The modules of the student's department, with where they are enrolled; by the user's link `module_statuses`. */
export const listModuleStatuses = endpoint<{ params: OfUser; reply: ListReply<ModuleStatus> }>(
  'GET',
  '/user/:id/module-statuses',
)

/** By the user's link `modules_completed`. Ends the student's current enrolments in these modules, also where closed. */
export const completeModules = endpoint<{ params: OfUser; body: IdList; reply: CompletionReply }>(
  'PATCH',
  '/user/:id/modules-completed',
)

/** By the user's link `modules_uncompleted`. Enrols the student where that is automatic. */
export const uncompleteModules = endpoint<{ params: OfUser; body: IdList; reply: CompletionReply }>(
  'PATCH',
  '/user/:id/modules-uncompleted',
)

/** The current moments of the active school year with this user's enrolments; by the user's link `testmoments`. */
export const listUserTestmoments = endpoint<{
  params: OfUser
  query: { module_id?: number }
  reply: ListReply<Testmoment>
}>('GET', '/user/:id/testmoments')

/** What confirming would make now; by the user's link `automatic_enrollments`. */
export const listAutomaticEnrollments = endpoint<{ params: OfUser; reply: ListReply<AutomaticEnrollment> }>(
  'GET',
  '/user/:id/automatic-enrollments',
)

/** Ends onboarding, by the user's link `confirm_information`. Repeated it answers likewise, with none made. */
export const confirmInformation = endpoint<{
  params: OfUser
  reply: EntityReply<User> & { enrollments_made: number }
}>('POST', '/user/:id/information-check')

/** The logins that hold, last used first; by the user's link `sessions`. */
export const listUserSessions = endpoint<{ params: OfUser; reply: ListReply<UserSession> }>('GET', '/user/:id/sessions')

/** Ends one's own login on some device, by its link `delete`; its access token stops at once. */
export const deleteSession = endpoint<{ params: { id: number }; reply: EntityReply<UserSession> }>(
  'DELETE',
  '/session/:id',
)

/** All that is kept about the user, as a file; by their link `data`. */
export const downloadUserData = endpoint<{ params: OfUser; reply: PersonalData }>('GET', '/user/:id/data')
