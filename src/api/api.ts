import {
  type BodyOf,
  type Endpoint,
  isKeyed,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { takeEarly } from './early-answers.ts'
import type { LostWrite } from './lost-answer.ts'
import { BUSY, type Message, readContent, retryAfterOf, type Send, TIMEOUT_MS, urlOf } from './message.ts'

export interface DownloadedFile {
  name: string
  content: Blob
}

/** Property for a part of the input, if the endpoint has that part; optional if all its fields are. */
type Part<Name extends string, Value> = unknown extends Value
  ? { [name in Name]?: never }
  : object extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value }

type LinkInput<E> = Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>
type CallInput<E> = Part<'params', ParamsOf<E>> & LinkInput<E>
/** An input that may be empty may be omitted. */
type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input]

/**
 * The API as the contract describes it. Every call rejects with an ApiError (refused) or a NetworkError (no answer). A write
 * rejects with a NetworkError that was not `sent` (nothing was done) or a LostAnswer.
 */
export interface Api {
  call<E extends Endpoint>(target: E, ...input: Arguments<CallInput<E>>): Promise<ReplyOf<E>>
  /** Calls the link's method and address; `target` only gives the types. */
  follow<E extends Endpoint>(target: E, link: Link, ...input: Arguments<LinkInput<E>>): Promise<ReplyOf<E>>
  download(target: Endpoint, link: Link): Promise<DownloadedFile>
}

interface BearerConnection {
  /** resolves to a valid access token; if it rejects, nothing is sent and the call rejects with the same error */
  bearer: () => Promise<string>
  /** called on each 401 with the refused token; a newer token may be in use when it resolves */
  unauthorized: (token: string) => Promise<void> | void
  /** called with a write whose outcome is unknown */
  lost?: ((write: LostWrite) => void) | undefined
  /** origin of the API, by default that of the page */
  origin?: string
}

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
      // The server has done nothing. If the token merely expired on its way, there is another by now.
      const renewed = await bearer().catch(() => token)
      if (renewed === token) throw error
      return sendAs(renewed, message)
    }
  }
  const writing = { deliver, lost, unknown: new Map<string, string>() }
  const write: Send = (message) => loadSending().then(({ writeOnce }) => writeOnce(message, writing))
  return apiOver(
    (message) => (isKeyed({ method: message.method, kind: message.target.kind }) ? write : deliver)(message),
    origin,
  )
}

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** API for anyone. A 401 here only means that a login or a refresh failed. */
export const createPublicApi = (origin?: string): Api => apiOver(send, origin)

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
  // The types depend on the endpoint in a way that the compiler can check for callers, but not here.
  return api as Api
}

interface Versioned {
  version: number
}

/**
 * Body of every call that edits an entity: the whole entity as last seen, with the changes; the server ignores
 * fields that the caller may not write. `theirs` is a later version by somebody else, if known: the change is then based on
 * that version, and undoes nothing of it.
 */
export const editBody = <Entity extends Versioned, Changes extends object>(
  entity: Entity,
  changes: Changes,
  theirs?: Versioned,
): Entity & Changes => ({ ...entity, ...theirs, ...changes })

/** Reads lists and records without ky, so that the first screen does not need it; ky does the rest. */
const send: Send = (message) =>
  message.method === 'GET' && !message.isFile ? read(message) : loadSending().then(({ sendByKy }) => sendByKy(message))

async function read<Reply>(message: Message): Promise<Reply> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let answer: Response
  try {
    answer = await (takenEarly(message) ??
      fetch(urlOf(message), { headers: { accept: 'application/json', ...message.headers }, signal }))
  } catch (error) {
    // The request has already used all of its time.
    if (signal.aborted) throw new NetworkError({ cause: error })
    return goOn(message, Promise.reject(error))
  }
  if (BUSY.includes(answer.status)) return goOn(message, Promise.resolve(answer))
  if (!answer.ok) throw await refusalIn(answer)
  return readContent<Reply>(answer)
}

const takenEarly = ({ path, query, headers }: Message) => (query ? undefined : takeEarly(path, headers?.authorization))

/** Retries a read where that helps, after this first answer, which counts if the code for retrying fails to load. */
async function goOn<Reply>(message: Message, first: Promise<Response>): Promise<Reply> {
  const sending = await loadSending().catch(() => null)
  if (sending) return sending.sendByKy(message, first)
  throw await first.then(refusalIn, (cause: unknown) => new NetworkError({ cause }))
}

/** Reads the server's refusal. If the code for that fails to load, only the status is known. */
const refusalIn = (answer: Response): Promise<ApiError> =>
  loadSending().then(
    ({ readRefusal }) => readRefusal(answer),
    () => new ApiError({ status: answer.status, reason: 'unknown', retryAfter: retryAfterOf(answer.headers) }),
  )

/** Preloads the code for writes, so that a press need not wait for it. */
export const loadSending = () =>
  import('./sending.ts').catch((cause: unknown) => {
    throw new NetworkError({ sent: false, cause })
  })
