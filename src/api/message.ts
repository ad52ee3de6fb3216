import type { Endpoint } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { NetworkError } from './api-error.ts'

export interface Message {
  target: Endpoint
  method: Link['method']
  /** path from the root of `origin`: other origins cannot be reached, and get no token */
  path: string
  origin: string
  headers?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** the answer is a file (`DownloadedFile`) rather than JSON */
  isFile?: boolean
}

export type Send = <Reply>(message: Message) => Promise<Reply>

export const TIMEOUT_MS = 10_000

/** Statuses of a server that cannot answer now: a retry may help. */
export const BUSY: readonly number[] = [429, 502, 503, 504]

/** Always below `origin`, whatever the path is. */
export function urlOf({ origin, path, query = {} }: Pick<Message, 'origin' | 'path' | 'query'>): URL {
  const url = new URL(`${origin}/${path.replace(/^\/+/, '')}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.append(name, String(value))
  return url
}

/** Reads the content of a successful answer. Rejects with a NetworkError if it is not from our server, or incomplete. */
export async function readContent<Reply>(answer: Response): Promise<Reply> {
  try {
    return contentOf(await answer.text(), answer) as Reply
  } catch (cause) {
    throw new NetworkError({ cause })
  }
}

/** A captive portal answers 200 with its own page, which is not a reply of the API. */
export function contentOf(text: string, { headers }: Pick<Response, 'headers'>): unknown {
  const type = headers.get('content-type') ?? ''
  if (isJson(type)) return JSON.parse(text)
  if (type.startsWith('text/plain')) return text
  throw new TypeError(`Not a reply of the API: ${type}`)
}

export const isJson = (type: string | null): boolean => /\bjson\b/.test(type ?? '')

/** Seconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds or a date), or null if it has no usable value. */
export function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const until = Date.parse(value)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}
