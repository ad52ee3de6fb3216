import ky, { isHTTPError, isNetworkError, type Options, type RetryOptions } from 'ky'
import {
  type BodyOf,
  type Endpoint,
  isKeyed,
  KEY_HEADER,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.ts'
import { getOutcome, type WriteOutcome } from '#contract/outcomes.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { ApiError, isUnanswered, LostAnswer, NetworkError } from './api-error.ts'
import type { LostWrite } from './lost-answer.ts'

/** A file as the server gave it, under the name that it gave. */
export interface DownloadedFile {
  name: string
  content: Blob
}

/** A property that is there when the endpoint has such a thing, optional when all in it is optional. */
type Part<Name extends string, Value> = unknown extends Value
  ? { [name in Name]?: never }
  : object extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value }

type LinkInput<E> = Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>
type CallInput<E> = Part<'params', ParamsOf<E>> & LinkInput<E>
/** What may be empty may be left out. */
type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input]

/**
 * The API as the contract describes it. Every call rejects with an ApiError (refused) or a NetworkError (no answer); one
 * that writes with a NetworkError that was not `sent` (nothing was done) or a LostAnswer.
 */
export interface Api {
  call<E extends Endpoint>(target: E, ...input: Arguments<CallInput<E>>): Promise<ReplyOf<E>>
  /** As `call`, by the link's method and address; `target` only says what travels. */
  follow<E extends Endpoint>(target: E, link: Link, ...input: Arguments<LinkInput<E>>): Promise<ReplyOf<E>>
  /** What the link leads to, as a file. */
  download(target: Endpoint, link: Link): Promise<DownloadedFile>
}

interface BearerConnection {
  /** a token that is good to use now; where it rejects, nothing is sent and the call rejects likewise */
  bearer: () => Promise<string>
  /** hears of each 401, with the token that was refused: a newer one may be in use by then, or once this is done */
  unauthorized: (token: string) => Promise<void> | void
  /** hears of a write of which nobody knows whether it was carried out */
  lost?: ((write: LostWrite) => void) | undefined
  /** where the API is; the page's own origin, unless told otherwise */
  origin?: string
}

/** The API for someone who is logged in. */
export function createApi({ bearer, unauthorized, lost, origin }: BearerConnection): Api {
  async function sendAs<Reply>(token: string, message: Message): Promise<Reply> {
    try {
      return await send<Reply>({ ...message, headers: { ...message.headers, authorization: `Bearer ${token}` } })
    } catch (error) {
      if (isUnauthorized(error)) await unauthorized(token)
      throw error
    }
  }

  const deliver: Send = async (message) => {
    const token = await bearer().catch((error: unknown) => {
      throw error instanceof NetworkError ? new NetworkError({ sent: false, cause: error }) : error
    })
    try {
      return await sendAs(token, message)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      // The server has done nothing. Where the token only went stale on its way there is another by now.
      const renewed = await bearer().catch(() => token)
      if (renewed === token) throw error
      return sendAs(renewed, message)
    }
  }
  return apiOver(withKeys(deliver, lost), origin)
}

/**
 * Gives each write a key of its own, by which it is carried out once and its outcome is known. A write that is sent again
 * while nobody knows what became of it goes by the same key.
 */
function withKeys(deliver: Send, lost: BearerConnection['lost']): Send {
  const unknown = new Map<string, string>()

  return async <Reply>(message: Message): Promise<Reply> => {
    const { method, target, path, query, body } = message
    if (!isKeyed({ method, kind: target.kind })) return deliver(message)
    const wish = JSON.stringify([method, path, query, body])
    const key = unknown.get(wish) ?? crypto.randomUUID()
    const again = async () => ownAnswer(await deliver<Reply>({ ...message, headers: { [KEY_HEADER]: key } }))
    const forget = () => unknown.delete(wish)
    try {
      const reply = await again()
      forget()
      return reply
    } catch (error) {
      if (error instanceof LostAnswer) forget()
      else if (isUnanswered(error) || isRunning(error)) {
        unknown.set(wish, key)
        const asking = { ...message, target: getOutcome, method: getOutcome.method, query: undefined, body: undefined }
        const ask = () => deliver<WriteOutcome>({ ...asking, path: pathOf(getOutcome, { key }) })
        const write = { key, event: target.event, ask, again, forget, isKnown: () => unknown.get(wish) !== key }
        // Hardly any answer is ever lost. Where this cannot be loaded, nothing can be asked either.
        const settling = import('./lost-answer.ts').then(({ settle }) => settle(write, error))
        return settling.catch((problem: unknown) => {
          if (problem instanceof NetworkError && !(problem instanceof LostAnswer)) throw problem
          const ending = problem instanceof LostAnswer ? problem : new LostAnswer('unknown', { cause: error })
          if (ending.ending === 'unknown') lost?.(write)
          throw ending
        }) as Promise<Reply>
      }
      throw error
    }
  }
}

/** The same write is being carried out: it was sent twice. */
const isRunning = (error: unknown): boolean => error instanceof ApiError && error.reason === 'write-running'

/** Throws where the server says that the write was done before, and what it answered cannot be had any more. */
function ownAnswer<Reply>(reply: Reply): Reply {
  if (isRecord(reply) && 'outcome' in reply && reply.outcome === 'done') throw new LostAnswer('done')
  return reply
}

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** The API for anyone. A 401 here says only that a login or a refresh failed. */
export const createPublicApi = (origin?: string): Api => apiOver(send, origin)

type Send = <Reply>(message: Message) => Promise<Reply>
type Input = Pick<Message, 'query' | 'body'> & { params?: Record<string, string | number> }

function apiOver(sendMessage: Send, origin = location.origin): Api {
  const api = {
    call: (target: Endpoint, { params, query, body }: Input = {}) =>
      sendMessage({ target, origin, method: target.method, path: pathOf(target, params), query, body }),
    follow: (target: Endpoint, link: Link, { query, body }: Input = {}) =>
      sendMessage({ target, origin, method: link.method, path: link.href, query, body }),
    download: (target: Endpoint, link: Link) =>
      sendMessage({ target, origin, method: link.method, path: link.href, isFile: true }),
  }
  // What travels depends on the endpoint in a way that the compiler follows for callers, and not in here.
  return api as Api
}

interface Versioned {
  version: number
}

/**
 * What every call that edits an entity sends (decision 43): the whole of it as it was last seen, with what is changed;
 * what nobody may write the server ignores. `theirs` is what somebody else made of it since, when that is known: the
 * change then stands on that, so that it takes back nothing of theirs.
 */
export const editBody = <Entity extends Versioned, Changes extends object>(
  entity: Entity,
  changes: Changes,
  theirs?: Versioned,
): Entity & Changes => ({ ...entity, ...theirs, ...changes })

interface Message {
  target: Endpoint
  method: Link['method']
  /** from the root of `origin` on: an address elsewhere cannot be reached, and gets no token */
  path: string
  origin: string
  headers?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** the answer is no JSON but a file to be kept (`DownloadedFile`) */
  isFile?: boolean
}

const TIMEOUT_MS = 10_000

/** A file is written while it is sent; a long one takes its time. */
const FILE_TIMEOUT_MS = 60_000

/** Sends one message, again where that is safe, and gives the reply's content or throws as `Api` says. */
async function send<Reply>(message: Message): Promise<Reply> {
  try {
    const answer = ky(message.path, optionsOf(message))
    // whoever asks for a file says so by the type of the reply as well
    return message.isFile ? ((await readFile(await answer)) as Reply) : await answer.json<Reply>()
  } catch (error) {
    throw translateError(error)
  }
}

const optionsOf = ({ target, method, origin, headers, query, body, isFile }: Message): Options => ({
  method,
  prefix: origin,
  headers,
  searchParams: query,
  json: body,
  timeout: isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS,
  retry: retryPolicy(target),
  parseJson: contentOf,
})

/** A captive portal answers 200 with a page of its own: that is no reply of ours. */
function contentOf(text: string, { response }: { response: Response }): unknown {
  const type = response.headers.get('content-type') ?? ''
  if (/\bjson\b/.test(type)) return JSON.parse(text)
  if (type.startsWith('text/plain')) return text
  throw new TypeError(`Not a reply of the API: ${type}`)
}

/** Hardly anyone ever asks for a file. */
async function readFile(response: Response) {
  const { fileOf } = await import('./downloaded-file.ts')
  return fileOf(response)
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
  statusCodes: [429, 502, 503, 504],
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

/** What the app knows of a failed call: the server's refusal, or that no answer came. */
function translateError(error: unknown): ApiError | NetworkError {
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

/** Seconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds or a date), or null when it says nothing usable. */
function retryAfterOf(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const until = Date.parse(value)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000))
}
