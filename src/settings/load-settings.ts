import { getCalendarFeed } from '#contract/calendar.gen.ts'
import { getLoginMethods } from '#contract/logins.gen.ts'
import { listUserSessions } from '#contract/sessions.gen.ts'
import { getConfirmationLetters } from '#contract/users.gen.ts'
import type { CalendarFeed } from '#domain/calendar/calendar.schema.ts'
import type { LoginMethods } from '#domain/logins/login.schema.ts'
import type { UserSession } from '#domain/sessions/session.schema.ts'
import type { ConfirmationLetters, User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type DepartmentChoice, loadDepartments } from '#src/parts/department-switch/load-departments.ts'

export interface Settings {
  sessions: UserSession[]
  /** null if the server does not give them */
  loginMethods: LoginMethods | null
  /** null for a user who cannot switch */
  departments: DepartmentChoice | null
  /** null for a user without enrollments */
  calendarFeed: CalendarFeed | null
  /** null for a user without enrollments */
  confirmationLetters: ConfirmationLetters | null
}

export async function loadSettings({ api, user }: { api: Api; user: User }): Promise<Settings> {
  const [sessions, loginMethods, departments, calendarFeed, confirmationLetters] = await Promise.all([
    sessionsOf(api, user),
    loginMethodsOf(api, user),
    loadDepartments(api, user),
    calendarFeedOf(api, user),
    confirmationLettersOf(api, user),
  ])
  return { sessions, loginMethods, departments, calendarFeed, confirmationLetters }
}

const loginMethodsOf = async (api: Api, { _links: { login_methods } }: User) =>
  login_methods ? api.follow(getLoginMethods, login_methods) : null

const calendarFeedOf = async (api: Api, { _links: { calendar_feed } }: User) =>
  calendar_feed ? api.follow(getCalendarFeed, calendar_feed) : null

const confirmationLettersOf = async (api: Api, { _links: { confirmation_letters } }: User) =>
  confirmation_letters ? api.follow(getConfirmationLetters, confirmation_letters) : null

async function sessionsOf(api: Api, { _links: { sessions } }: User) {
  return sessions ? (await api.follow(listUserSessions, sessions)).entities : []
}
