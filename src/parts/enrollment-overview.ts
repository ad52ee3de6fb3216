import { getActiveSchoolyear } from '#contract/schoolyears.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { SeatsStore } from '#src/enrollment/seats.ts'

export interface EnrollmentOverview {
  statuses: KnownModuleStatus[]
  /** the current ones of the active school year */
  testmoments: Testmoment[]
  hasActiveSchoolyear: boolean
  /** null where no moment has a limit */
  seats: SeatsStore | null
}

interface Context {
  api: Api
  user: User
  seats: SeatsStore | null
}

/** So long (ms) lists wait for the first word on seats: what the device keeps comes sooner, and so does a server nearby. */
const FIRST_SEATS_MS = 150

/** Moments are those of the active school year, so only without any it needs asking whether there is one. */
export async function loadEnrollmentOverview({ api, user, seats }: Context): Promise<EnrollmentOverview> {
  const { module_statuses, testmoments } = user._links
  if (!module_statuses || !testmoments) throw new Error('The user has no links to modules and moments')
  const [statuses, moments] = await Promise.all([
    api.follow(listModuleStatuses, module_statuses),
    api.follow(listUserTestmoments, testmoments),
  ])
  const isLimited = moments.entities.some((moment) => moment.seats > 0)
  return {
    statuses: statuses.entities,
    testmoments: moments.entities,
    hasActiveSchoolyear: moments.entities.length > 0 || (await activeSchoolyear(api)) !== null,
    seats: isLimited && seats ? await loadedSeats(seats) : null,
  }
}

async function loadedSeats(seats: SeatsStore): Promise<SeatsStore> {
  const loading = seats.load()
  await (seats.known() ? loading : Promise.race([loading, after(FIRST_SEATS_MS)]))
  return seats
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Null while no school year is active: a state with words of its own, not an error. */
export async function activeSchoolyear(api: Api): Promise<Schoolyear | null> {
  try {
    return await api.call(getActiveSchoolyear)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
