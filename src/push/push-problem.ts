import { ApiError } from '#src/api/api-error.ts'
import { NetworkError } from '#src/api/network-error.ts'

/**
 * Why a device could not be told: no network, our server's refusal, or the browser (and its push service) itself. Or why it
 * may still be: it could not be ended.
 */
export type PushProblem = 'no-network' | 'refused' | 'browser' | 'not-ended'

export function problemOf(error: unknown): PushProblem {
  if (error instanceof NetworkError) return 'no-network'
  return error instanceof ApiError ? 'refused' : 'browser'
}
