import ky from 'ky'
import type { Endpoint } from '#contract/endpoint.ts'
import { retryPolicy } from './retry-policy.ts'
import { translateError } from './translate-error.ts'

export interface Message {
  target: Endpoint
  method: string
  /** from the root of `origin` on: an address elsewhere cannot be reached, and gets no token */
  path: string
  origin: string
  headers?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

const TIMEOUT_MS = 10_000

/** Sends one message, again where that is safe, and gives the reply's content or throws as `Api` says. */
export async function send<Reply>({ target, method, path, origin, headers, query, body }: Message): Promise<Reply> {
  try {
    return await ky(path, {
      method,
      prefix: origin,
      headers,
      searchParams: query,
      json: body,
      timeout: TIMEOUT_MS,
      retry: retryPolicy(target),
      parseJson: contentOf,
    }).json<Reply>()
  } catch (error) {
    throw translateError(error)
  }
}

/** A captive portal answers 200 with a page of its own: that is no reply of ours. */
function contentOf(text: string, { response }: { response: Response }): unknown {
  const type = response.headers.get('content-type') ?? ''
  if (/\bjson\b/.test(type)) return JSON.parse(text)
  if (type.startsWith('text/plain')) return text
  throw new TypeError(`Not a reply of the API: ${type}`)
}
