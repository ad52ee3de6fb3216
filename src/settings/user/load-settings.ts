import { listUserSessions } from '#contract/own-data.ts'
import type { UserSession } from '#domain/session/user-session.schema.ts'
import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type DepartmentChoice, loadDepartments } from '#src/parts/department-switch/load-departments.ts'

export interface Settings {
  sessions: UserSession[]
  /** null for who cannot switch */
  departments: DepartmentChoice | null
}

export async function loadSettings({ api, user }: { api: Api; user: User }): Promise<Settings> {
  const [sessions, departments] = await Promise.all([sessionsOf(api, user), loadDepartments(api, user)])
  return { sessions, departments }
}

async function sessionsOf(api: Api, { _links: { sessions } }: User) {
  return sessions ? (await api.follow(listUserSessions, sessions)).entities : []
}
