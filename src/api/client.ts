import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from './api.ts'
import { ApiError } from './api-error.ts'
import { NetworkError } from './network-error.ts'
import { type Message, send } from './send.ts'

export interface BearerConnection {
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
