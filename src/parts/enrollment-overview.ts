import { startTransition } from 'react'
import { getActiveSchoolyear, listModuleStatuses, listUserTestmoments } from '#contract/first-reads.gen.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'

export interface EnrollmentOverview {
  hasActiveSchoolyear: boolean
  lists: StudentLists
}

interface Context {
  api: Api
  user: User
  /** null for visitors */
  lists: StudentLists | null
}

/** Time (ms) for which lists wait for the first seat counts: the device's cache is faster, and so is a server nearby. */
const FIRST_SEATS_MS = 150

/** Loads modules and moments. Moments are of the active school year, so only without any is the server asked for one. */
export async function loadEnrollmentOverview({ api, user, lists }: Context): Promise<EnrollmentOverview> {
  const { module_statuses, testmoments } = user._links
  if (!module_statuses || !testmoments || !lists) throw new Error('The user has no link to lists')
  const [, { entities }] = await Promise.all([
    api.follow(listModuleStatuses, module_statuses),
    api.follow(listUserTestmoments, testmoments),
  ])
  const hasActiveSchoolyear = entities.length > 0 || (await activeSchoolyear(api)) !== null
  if (entities.some(({ seats }) => seats > 0)) {
    const loading = lists.loadSeats()
    await (lists.known().seats ? loading : Promise.race([loading, after(FIRST_SEATS_MS)]))
  }
  startTransition(lists.show)
  return { hasActiveSchoolyear, lists }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Null while no school year is active: a state with its own words, not an error. */
export async function activeSchoolyear(api: Api): Promise<Schoolyear | null> {
  try {
    return await api.call(getActiveSchoolyear)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
