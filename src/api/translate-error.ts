import { isHTTPError } from 'ky'
import { ApiError } from './api-error.ts'
import { NetworkError } from './network-error.ts'
import { retryAfterOf } from './retry-after.ts'

/** What the app knows of a failed call: the server's refusal, or that no answer came. */
export function translateError(error: unknown): ApiError | NetworkError {
  if (!isHTTPError(error)) return new NetworkError({ cause: error })
  const { status, headers } = error.response
  const reason = reasonIn(error.data)
  const sentences = sentencesIn(reason)
  return new ApiError(
    {
      status,
      reason: typeof reason === 'string' ? reason : sentences.join(' ') || 'unknown',
      sentence: messageIn(error.data),
      sentences,
      retryAfter: retryAfterOf(headers),
      requestId: headers.get('x-request-id'),
      details: error.data,
    },
    { cause: error },
  )
}

const reasonIn = (reply: unknown): unknown => (isRecord(reply) && 'reason' in reply ? reply.reason : reply)

const messageIn = (reply: unknown): string | null =>
  isRecord(reply) && 'message' in reply && typeof reply.message === 'string' ? reply.message : null

/** Registering is refused with a list, what has to do with passwords with an object that holds one. */
function sentencesIn(reason: unknown): string[] {
  const list = isRecord(reason) && 'errors' in reason ? reason.errors : reason
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null
