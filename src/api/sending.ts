import ky, { isHTTPError, isNetworkError, type Options, type RetryOptions } from 'ky'
import type { Endpoint } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { BUSY, contentOf, isJson, type Message, retryAfterOf, TIMEOUT_MS } from './message.ts'

export { writeOnce } from './keyed-writes.ts'

/** Time limit for a file (ms), which the server generates while sending it. */
const FILE_TIMEOUT_MS = 60_000

/**
 * The part of the client that needs ky: sends writes, fetches files and retries. `first` is the outcome of a request already
 * made with plain fetch, which ky treats as its own first try. Rejects as `Api` does.
 */
export async function sendByKy<Reply>(message: Message, first?: Promise<Response>): Promise<Reply> {
  try {
    const answer = ky(message.path, optionsOf(message, first))
    // A message that declares a file gets a reply of the type of a file.
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

/** Uses the existing answer as that of the first request. */
function fetchAfter(first: Promise<Response>): typeof fetch {
  let pendingFirst: Promise<Response> | undefined = first
  return (...request) => {
    const answer = pendingFirst ?? fetch(...request)
    pendingFirst = undefined
    return answer
  }
}

/** Longest automatic wait (s). Beyond it the refusal is shown, with the server's time. */
const LONGEST_WAIT_S = 10
const ATTEMPTS_WHEN_BUSY = 5
const ATTEMPTS_WHEN_CUT_OFF = 2

/**
 * A server that answers 'later' has done nothing yet, so any call is retried, at the time that it gives and never sooner (ky
 * would shorten a long wait to `maxRetryAfter`, so long waits are refused here). A call that was cut off may have been carried
 * out, so only calls that may run twice are retried. A timeout is not retried: the user has waited 10 s already.
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

/** Enrolling twice returns the existing enrollment. Unenrolling twice would answer 'not found' after a success. */
const mayRepeat = (target: Endpoint): boolean => target.method === 'GET' || target === createEnrollment

const isPassing = (error: Error): boolean =>
  isNetworkError(error) || (isHTTPError(error) && error.response.status > 500)

/** Error of a failed call: the server's refusal, or a missing answer. */
const translateError = (error: unknown): ApiError | NetworkError =>
  isHTTPError(error) ? refusalOf(error.response, error.data, error) : new NetworkError({ cause: error })

/** Reads the whole answer as a `DownloadedFile`. Rejects if the server gave no name: it is then not a file of the API. */
export async function fileOf(response: Response): Promise<{ name: string; content: Blob }> {
  const name = nameIn(response.headers.get('content-disposition') ?? '')
  if (!name) throw new TypeError('Not a file of the API')
  return { name, content: await response.blob() }
}

/** Name in a Content-Disposition header (RFC 6266), preferably the encoded one with all its letters; null without one. */
export function nameIn(header: string): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? null
}

export async function readRefusal(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '')
  return refusalOf(answer, isJson(answer.headers.get('content-type')) ? parsed(text) : text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `reply` is the body, parsed if it is JSON. */
export function refusalOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  reply: unknown,
  cause?: unknown,
): ApiError {
  const reason = reasonIn(reply)
  const sentences = sentencesIn(reason)
  return new ApiError(
    {
      status,
      reason: typeof reason === 'string' ? reason : sentences.join(' ') || 'unknown',
      sentence: messageIn(reply),
      sentences,
      retryAfter: retryAfterOf(headers),
      requestId: headers.get('x-request-id'),
      details: reply,
    },
    { cause },
  )
}

const reasonIn = (reply: unknown): unknown => (isRecord(reply) && 'reason' in reply ? reply.reason : reply)

const messageIn = (reply: unknown): string | null =>
  isRecord(reply) && 'message' in reply && typeof reply.message === 'string' ? reply.message : null

/** A refused registration has a list of sentences; refusals about passwords have an object with such a list. */
function sentencesIn(reason: unknown): string[] {
  const list = isRecord(reason) && 'errors' in reason ? reason.errors : reason
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null
