import { isHTTPError } from 'ky'
import { ApiError } from './api-error.ts'
import { NetworkError } from './network-error.ts'
import { retryAfterOf } from './retry-after.ts'

/** What the app knows of a failed call: the server's refusal, or that no answer came. */
export function translateError(error: unknown): ApiError | NetworkError {
  if (isHTTPError(error)) {
    const { status, headers } = error.response
    return new ApiError({ status, reason: reasonIn(error.data), retryAfter: retryAfterOf(headers) }, { cause: error })
  }
  return new NetworkError({ cause: error })
}

const reasonIn = (reply: unknown): string => {
  if (typeof reply === 'string') return reply
  if (typeof reply === 'object' && reply !== null && 'reason' in reply && typeof reply.reason === 'string')
    return reply.reason
  return 'unknown'
}
