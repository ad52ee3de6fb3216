import { type BodyOf, type Endpoint, type ParamsOf, pathOf, type QueryOf, type ReplyOf } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { ApiError, NetworkError } from './api-error.ts'
import type { DownloadedFile } from './downloaded-file.ts'
import { type Message, send } from './send.ts'

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

/** The API as the contract describes it. Every call rejects with an ApiError (refused) or a NetworkError (no answer). */
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
  /** hears of each 401, with the token that was refused: a newer one may be in use by then */
  unauthorized: (token: string) => void
  /** where the API is; the page's own origin, unless told otherwise */
  origin?: string
}

/** The API for someone who is logged in. */
export function createApi({ bearer, unauthorized, origin }: BearerConnection): Api {
  async function sendAs<Reply>(token: string, message: Message): Promise<Reply> {
    try {
      return await send<Reply>({ ...message, headers: { authorization: `Bearer ${token}` } })
    } catch (error) {
      if (isUnauthorized(error)) unauthorized(token)
      throw error
    }
  }

  return apiOver(async (message) => {
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
  }, origin)
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
