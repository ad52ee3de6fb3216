import ky, { isHTTPError, isNetworkError, type Options, type RetryOptions } from 'ky'
import type { Endpoint } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.ts'
import { type ApiError, NetworkError } from './api-error.ts'
import { fileOf } from './downloaded-file.ts'
import { BUSY, contentOf, type Message, retryAfterOf, TIMEOUT_MS } from './message.ts'
import { refusalOf } from './refusal.ts'

export { writeOnce } from './keyed-writes.ts'
export { readRefusal } from './refusal.ts'

/** A file is written while it is sent; a long one takes its time. */
const FILE_TIMEOUT_MS = 60_000

/**
 * Sends every change, fetches files, and repeats what is worth repeating: the part of the client that needs ky. `first` is
 * the outcome of a request that was made without it; ky goes on from there, by the same rules as if it were its own.
 * Rejects as `Api` says.
 */
export async function sendByKy<Reply>(message: Message, first?: Promise<Response>): Promise<Reply> {
  try {
    const answer = ky(message.path, optionsOf(message, first))
    // The type of the reply is a file's where the message says that it is one.
    return message.isFile ? ((await fileOf(await answer)) as Reply) : await answer.json<Reply>()
  } catch (error) {
    throw translateError(error)
  }
}

const optionsOf = (
  { target, method, origin, headers, query, body, isFile }: Message,
  first?: Promise<Response>,
): Options => ({
  method,
  prefix: origin,
  headers,
  searchParams: query,
  json: body,
  timeout: isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS,
  retry: retryPolicy(target),
  parseJson: (text, { response }) => contentOf(text, response),
  ...(first && { fetch: fetchAfter(first) }),
})

/** Gives what came already in place of the first request. */
function fetchAfter(first: Promise<Response>): typeof fetch {
  let given: Promise<Response> | undefined = first
  return (...request) => {
    const answer = given ?? fetch(...request)
    given = undefined
    return answer
  }
}

/** Longer than this nobody waits unasked: the refusal is shown, with the time the server gave. */
const LONGEST_WAIT_S = 10
const ATTEMPTS_WHEN_BUSY = 5
const ATTEMPTS_WHEN_CUT_OFF = 2

/**
 * A server that says 'later' has done nothing yet, so any call is repeated when it asks, never sooner (ky would come
 * back at `maxRetryAfter`, hence the refusal of long ones here). A call that was cut off may have been carried out:
 * only what can be asked twice is repeated. A timeout is not: the person has waited 10 s already.
 */
const retryPolicy = (target: Endpoint): RetryOptions => ({
  limit: ATTEMPTS_WHEN_BUSY,
  methods: ['get', 'post', 'put', 'patch', 'delete'],
  statusCodes: [...BUSY],
  afterStatusCodes: [429, 503],
  shouldRetry: ({ error, retryCount }) => {
    if (isHTTPError(error)) {
      const wait = retryAfterOf(error.response.headers)
      if (wait !== null) return wait <= LONGEST_WAIT_S ? undefined : false
    }
    return mayRepeat(target) && retryCount <= ATTEMPTS_WHEN_CUT_OFF && isPassing(error) ? undefined : false
  },
})

/** Enrolling again returns the enrollment that exists. Leaving again would say 'not found' of one's own success. */
const mayRepeat = (target: Endpoint): boolean => target.method === 'GET' || target === createEnrollment

const isPassing = (error: Error): boolean =>
  isNetworkError(error) || (isHTTPError(error) && error.response.status > 500)

/** Error of a failed call: the server's refusal, or that no answer came. */
const translateError = (error: unknown): ApiError | NetworkError =>
  isHTTPError(error) ? refusalOf(error.response, error.data, error) : new NetworkError({ cause: error })
