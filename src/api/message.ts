import type { Endpoint } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { NetworkError } from './api-error.ts'

/** One question to the API, or one change that it is asked to make. */
export interface Message {
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

export type Send = <Reply>(message: Message) => Promise<Reply>

export const TIMEOUT_MS = 10_000

/** Statuses of a server that can't answer now: asking again may help. */
export const BUSY: readonly number[] = [429, 502, 503, 504]

/** Always below the origin, whatever the path says. */
export function urlOf({ origin, path, query = {} }: Pick<Message, 'origin' | 'path' | 'query'>): URL {
  const url = new URL(`${origin}/${path.replace(/^\/+/, '')}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.append(name, String(value))
  return url
}

/**
 * Reads the server's answer to a success. Rejects with a NetworkError when this is no answer of ours, or half of one.
 */
export async function readContent<Reply>(answer: Response): Promise<Reply> {
  try {
    return contentOf(await answer.text(), answer) as Reply
  } catch (cause) {
    throw new NetworkError({ cause })
  }
}

/** A captive portal answers 200 with a page of its own: that is no reply of ours. */
export function contentOf(text: string, { headers }: Pick<Response, 'headers'>): unknown {
  const type = headers.get('content-type') ?? ''
  if (isJson(type)) return JSON.parse(text)
  if (type.startsWith('text/plain')) return text
  throw new TypeError(`Not a reply of the API: ${type}`)
}

export const isJson = (type: string | null): boolean => /\bjson\b/.test(type ?? '')

/** Seconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds or a date), or null when it says nothing usable. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const until = Date.parse(value)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000))
}
