import type { SqlBool } from 'kysely'
import { downloadUserData, resendValidationMail } from '#contract/accounts.gen.ts'
import { getCalendarFeed } from '#contract/calendar.gen.ts'
import { previewDepartmentSwitch } from '#contract/departments.gen.ts'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { listUserEnrollments } from '#contract/enrollments.gen.ts'
import { listModuleStatuses, listUserTestmoments, readSeats } from '#contract/first-reads.gen.ts'
import { listTakenTests } from '#contract/history.gen.ts'
import { getLoginMethods, leaveSchool } from '#contract/logins.gen.ts'
import { listReceivedMessages } from '#contract/messages.gen.ts'
import { completeModules, uncompleteModules } from '#contract/modules.gen.ts'
import * as onboarding from '#contract/onboarding.gen.ts'
import { listUserSessions } from '#contract/sessions.gen.ts'
import { deleteUser, editUser, getConfirmationLetters } from '#contract/users.gen.ts'
import type { UserRow } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import { isMerelyStudent } from '#domain/users/followed.rules.ts'
import { appStateOf, isStudent, reaches, rolesOf } from '#domain/users/roles.ts'
import { type User, userFieldNames } from '#domain/users/user.schema.ts'
import { isComplete } from '#domain/users/user-edit.rules.ts'
import type { Caller } from '#server/bearer.ts'
import type { KeyRing } from '#server/keys.ts'
import { ENROLLMENTS } from './enrollment.replies.ts'
import { linkKeyOf } from './link-key.ts'

type ShownUser = Pick<UserRow, (typeof userFieldNames)[number] | 'education_department_id'> & {
  /** follows somebody of the school's own system; left out in lists */
  in_source?: SqlBool
}

type Reader = Pick<Caller, 'id' | 'roles' | 'canLeaveSchool' | 'hasSource'>

export function userReply(row: ShownUser, reader: Reader): User {
  return {
    ...pick(row, userFieldNames),
    roles: rolesOf(row),
    ...(followsSource(row, reader) && { follows_source: true }),
    onboarding_step: row.information_checked ? 4 : row.onboarding_step,
    _links: linksOf(row, reader),
  }
}

/** Whether names and number of the user come from the school's own system. Without one they are the school's own again. */
export const followsSource = (
  row: Pick<ShownUser, 'roles' | 'in_source'>,
  { hasSource }: Pick<Reader, 'hasSource'>,
): boolean => hasSource === true && Boolean(row.in_source) && isMerelyStudent({ roles: rolesOf(row) })

function linksOf(row: ShownUser, reader: Reader): User['_links'] {
  const present = Object.entries(usable(row, reader)).map(([name, { method, path }]: [string, Endpoint]) => [
    name,
    { method, href: pathOf({ method, path }, { id: row.id, paging: ENROLLMENTS }) },
  ])
  return { ...Object.fromEntries(present), ...switchLink(row) }
}

type Links = Partial<Record<keyof User['_links'], Endpoint>>

function usable(row: ShownUser, reader: Reader): Links {
  const own = row.id === reader.id
  const administers = reaches(reader, 'administration')
  return {
    edit: editUser,
    ...(isStudent({ roles: rolesOf(row) }) && studentLinks(row, { own, administers })),
    ...(own && { sessions: listUserSessions, data: downloadUserData }),
    ...((own || administers) && { login_methods: getLoginMethods }),
    ...(own && reader.canLeaveSchool && { end_school_login: leaveSchool }),
    // Only a colleague can delete an administrator's account: this prevents slips, and a link that the last administrator could
    // not use.
    ...(administers && !own && { delete: deleteUser }),
    ...(administers && !row.activated && { validation_mail: resendValidationMail }),
  }
}

/** Links for a student's account. Only students can enroll; onboarding and personal lists are the user's own. */
function studentLinks(row: ShownUser, { own, administers }: { own: boolean; administers: boolean }): Links {
  const isOnboarding = !row.information_checked
  return {
    module_statuses: listModuleStatuses,
    testmoments: listUserTestmoments,
    seats: readSeats,
    history: listTakenTests,
    enrollments: listUserEnrollments,
    education_department: onboarding.getUserEducationDepartment,
    ...(own && {
      modules_completed: completeModules,
      calendar_feed: getCalendarFeed,
      confirmation_letters: getConfirmationLetters,
      messages: listReceivedMessages,
    }),
    // For another user: the modules that were completed by a result.
    ...((own || administers) && { modules_uncompleted: uncompleteModules }),
    ...(isOnboarding && (own || administers) && { edit_education_department: onboarding.chooseEducationDepartment }),
    ...(isOnboarding && own && { automatic_enrollments: onboarding.listAutomaticEnrollments }),
    ...(isOnboarding && own && isComplete(row) && { confirm_information: onboarding.confirmInformation }),
  }
}

/** Link for a student who has finished onboarding. The user's id is in the query, not in the path. */
function switchLink(row: ShownUser): Pick<User['_links'], 'department_switch'> {
  if (appStateOf({ ...row, roles: rolesOf(row) }) !== 'student') return {}
  const { method } = previewDepartmentSwitch
  return { department_switch: { method, href: `${pathOf(previewDepartmentSwitch)}?user_id=${row.id}` } }
}

type ShownAccount = ShownUser & Pick<UserRow, 'activation_nonce' | 'activation_expires_at'>

export const soleUserReply = (
  row: ShownAccount & Pick<UserRow, 'extra_time'>,
  reader: Caller,
  links: KeyRing,
): User => ({
  ...accountReply(row, reader, links),
  extra_time: row.extra_time,
})

export const listedReply = (
  row: ShownAccount & Pick<UserRow, 'last_login_at'> & { education_department_name: string | null },
  invited_until: string | null,
  reader: Caller,
  links: KeyRing,
): User => ({
  ...accountReply(row, reader, links),
  education_department_name: row.education_department_name,
  last_login_at: row.last_login_at,
  ...(!row.activated && { invited_until }),
})

/** Adds for an administrator the activation link of an account that is not activated, to hand over if mail fails. */
export function accountReply(row: ShownAccount, reader: Caller, links: KeyRing): User {
  const user = userReply(row, reader)
  if (!reaches(reader, 'administration') || row.activation_nonce === null || row.activation_expires_at === null)
    return user
  return {
    ...user,
    activation_key: linkKeyOf(links, 'activation', row.activation_nonce),
    activation_expires_at: row.activation_expires_at,
  }
}
