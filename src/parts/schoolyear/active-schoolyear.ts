import { getActiveSchoolyear } from '#contract/schoolyear.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Null while no school year is active: a state with words of its own, not an error. */
export async function activeSchoolyear(api: Api): Promise<Schoolyear | null> {
  try {
    return await api.call(getActiveSchoolyear)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
