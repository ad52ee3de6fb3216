import { listEducationDepartments } from '#contract/education-department.ts'
import { getUserEducationDepartment } from '#contract/onboarding.ts'
import { listUserSessions } from '#contract/own-data.ts'
import type { EducationDepartment } from '#domain/education-department/education-department.schema.ts'
import type { UserSession } from '#domain/session/user-session.schema.ts'
import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'

export interface Settings {
  sessions: UserSession[]
  /** null for who cannot switch */
  departments: { all: EducationDepartment[]; current: EducationDepartment | null } | null
}

export async function loadSettings({ api, user }: { api: Api; user: User }): Promise<Settings> {
  const [sessions, departments] = await Promise.all([sessionsOf(api, user), departmentsOf(api, user)])
  return { sessions, departments }
}

async function sessionsOf(api: Api, { _links: { sessions } }: User) {
  return sessions ? (await api.follow(listUserSessions, sessions)).entities : []
}

async function departmentsOf(api: Api, { _links }: User): Promise<Settings['departments']> {
  if (!_links.department_switch) return null
  const [{ entities }, current] = await Promise.all([
    api.call(listEducationDepartments),
    _links.education_department ? api.follow(getUserEducationDepartment, _links.education_department) : null,
  ])
  return { all: entities, current }
}
