import { listEducationDepartments } from '#contract/departments.gen.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments, readSeats } from '#contract/first-reads.gen.ts'
import { listTakenTests } from '#contract/history.gen.ts'
import { getLoginMethods, listBarredLogins, listLoginNotices } from '#contract/logins.gen.ts'
import { getUser, listClassGroups, listUsers } from '#contract/users.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { loadDepartments } from '#src/parts/department-switch/load-departments.ts'

const PAGE_SIZE = 20

export type UserSort = NonNullable<QueryOf<typeof listUsers>['sort']>

export const loadUsers = (api: Api, filter: UserFilter, sort?: UserSort) =>
  api.call(listUsers, {
    params: { paging: PAGE_SIZE },
    query: { ...filter, ...(sort && { sort }), count: true },
  })

/** Loads what to filter by, and problems with logins at the school that a person must handle. */
export async function loadAroundUsers(api: Api) {
  const [departments, classGroups, notices, barred] = await Promise.all([
    api.call(listEducationDepartments),
    api.call(listClassGroups).catch(emptyIfUnknown),
    api.call(listLoginNotices).catch(emptyIfUnknown),
    api.call(listBarredLogins).catch(emptyIfUnknown),
  ])
  return {
    departments: departments.entities,
    classGroups: classGroups.entities.map(({ name }) => name),
    notices: notices.entities,
    barred: barred.entities,
  }
}

/** Gives an empty list if the server does not know the call: during a release the previous version may answer. */
function emptyIfUnknown(error: unknown): { entities: [] } {
  if (error instanceof ApiError && error.status === 404) return { entities: [] }
  throw error
}

export async function loadUser(api: Api, id: number) {
  const user = await api.call(getUser, { params: { id } })
  const { history, login_methods } = user._links
  const [departments, enrollments, taken, loginMethods] = await Promise.all([
    loadDepartments(api, user),
    loadEnrollments(api, user),
    history && api.follow(listTakenTests, history),
    login_methods && api.follow(getLoginMethods, login_methods),
  ])
  return { user, departments, enrollments, tests: taken?.entities ?? [], loginMethods }
}

async function loadEnrollments(api: Api, { _links: { module_statuses, testmoments, seats } }: User) {
  if (!module_statuses || !testmoments) return null
  const [statuses, moments, waits] = await Promise.all([
    api.follow(listModuleStatuses, module_statuses),
    api.follow(listUserTestmoments, testmoments),
    seats && api.follow(readSeats, seats),
  ])
  return { statuses: statuses.entities, testmoments: moments.entities, waiting: waits?.waiting ?? [] }
}

export type AroundUsers = Awaited<ReturnType<typeof loadAroundUsers>>
export type LoadedUser = Awaited<ReturnType<typeof loadUser>>
export type StudentEnrollments = NonNullable<LoadedUser['enrollments']>
