import { getUser, listModuleStatuses, listUserTestmoments } from '#contract/user.ts'
import type { Api } from '#src/api/api.ts'

/** A user, and for a student where they are and could be enrolled. */
export async function loadUser(api: Api, id: number) {
  const user = await api.call(getUser, { params: { id } })
  const { module_statuses, testmoments } = user._links
  if (!module_statuses || !testmoments) return { user, enrolments: null }
  const [statuses, moments] = await Promise.all([
    api.follow(listModuleStatuses, module_statuses),
    api.follow(listUserTestmoments, testmoments),
  ])
  return { user, enrolments: { statuses: statuses.entities, testmoments: moments.entities } }
}

export type LoadedUser = Awaited<ReturnType<typeof loadUser>>
export type StudentEnrolments = NonNullable<LoadedUser['enrolments']>
