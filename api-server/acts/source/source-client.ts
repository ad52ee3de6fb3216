import { createHash } from 'node:crypto'
import { setTimeout as pauseFor } from 'node:timers/promises'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { backOff } from '#database/outbox/back-off.ts'
import { readJson } from '#domain/entities/json.ts'
import type { SourceConfig } from '#server/source-config.ts'
import { type Answer, type GuardedRequests, openGuardedRequests } from './guarded-requests.ts'
import { SourceFault } from './source-fault.ts'

/** Version of the Open Education API that this client asks for, and those that it reads: a minor version adds, and changes nothing. */
const VERSION = '6.0'
const READABLE = /^6(\.|$)/

/** Items per page: the largest size that the standard allows. */
const PAGE_SIZE = 250

/** Limits on one list. A source that ignores the page size sends ten items a page, hence a tenth as many pages. */
const MOST_ITEMS = 300_000
const MOST_PAGES = 30_000

/** Requests for one page before the client gives up with `source-away`. */
const TRIES = 4

/** Longest `Retry-After` (ms) that the client waits for; a longer one is a `source-away`. */
const LONGEST_PAUSE_MS = 15 * 60_000

/** ms before a token expires at which it is renewed; a token of two minutes or less is renewed halfway. */
const TOKEN_MARGIN_MS = 60_000

type Question = NonNullable<Parameters<GuardedRequests['send']>[1]>

export interface Page<Item> {
  page: number
  /** undefined if the page has not changed since it had this `etag` */
  items: Item[] | undefined
  etag: Tag | undefined
}

/** Entity tag of a page, and whether that page was the last: one that has not changed still is. */
export interface Tag {
  etag: string
  isLast: boolean
}

interface Listing<Item> {
  /** path after the base address, such as '/persons' */
  path: string
  query?: Readonly<Record<string, string>>
  item: z.ZodType<Item>
  /** page to begin with, from 1 */
  from?: number
  /** entity tag of our copy of a page; undefined to get the page in any case */
  etagOf?: (page: number) => Tag | undefined
}

export interface SourceClient {
  /** Reads one resource. Throws a `SourceFault`. */
  read<Shape>(path: string, shape: z.ZodType<Shape>, query?: Readonly<Record<string, string>>): Promise<Shape>
  /** Reads a list page by page. Items that are not what the standard says are left out. Throws a `SourceFault`. */
  pages<Item>(listing: Listing<Item>): AsyncGenerator<Page<Item>>
  /**
   * Changes a resource by a merge patch (RFC 7396). Returns the status of the answer, unless another try could change it: then
   * it tries again, and at last throws a `SourceFault`.
   */
  patch(path: string, body: object): Promise<number>
  close(): Promise<void>
}

interface ClientOptions {
  source: SourceConfig
  clock: () => number
  /** ends requests and pauses */
  signal: AbortSignal
  afterPage?: () => void
  /** waits this many ms; tests replace it, so that they need no real time */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** requests for one answer before the client gives up with `source-away` */
  tries?: number
}

const pageSchema = z.object({
  items: z.array(z.unknown()).max(5_000),
  hasNextPage: z.boolean().optional().catch(undefined),
})

/**
 * Client of the school's source. It sends one request at a time, and waits as long as a busy source asks. It asks for pages by
 * number: it follows no `Link`, and ignores the number of pages that the source reports.
 */
export function openSourceClient({
  source,
  clock,
  signal,
  afterPage,
  pause = waitFor,
  tries: most = TRIES,
}: ClientOptions): SourceClient {
  const requests = openGuardedRequests({ privateRanges: source.privateRanges, signal })
  const fetchToken = tokenFetcher(source, requests.send)
  let token: { value: string; endsAt: number } | undefined

  const tokenNow = async (): Promise<string> => {
    if (!token || token.endsAt <= clock()) {
      const { access_token, expires_in = 300 } = await fetchToken()
      const lifetime = expires_in * 1_000
      token = { value: access_token, endsAt: clock() + lifetime - Math.min(TOKEN_MARGIN_MS, lifetime / 2) }
    }
    return token.value
  }

  const withToken = async (url: URL, { headers, ...asked }: Question): Promise<Answer> => {
    const accept = `application/json; version=${VERSION}`
    const answer = await requests.send(url, {
      ...asked,
      headers: { ...headers, accept, authorization: `Bearer ${await tokenNow()}` },
    })
    if (answer.status === 401) token = undefined
    return answer
  }

  /** Sends a request. After a 401 it tries once more with a new token, since the old one may have been revoked. */
  const askOnce = async (url: URL, asked: Question): Promise<Answer> => {
    const first = await withToken(url, asked)
    const answer = first.status === 401 ? await withToken(url, asked) : first
    if (answer.status === 401) throw new SourceFault('source-refused', url.pathname)
    return answer
  }

  const ask = async (url: URL, asked: Question): Promise<Answer> => {
    for (let tries = 1; ; tries++) {
      const answer = await askOnce(url, asked).catch((error: unknown) => {
        if (!(error instanceof SourceFault && error.code === 'source-away') || tries === most) throw error
        return undefined
      })
      if (answer && !isPassing(answer)) return answer
      if (tries === most)
        throw new SourceFault('source-away', url.pathname, answer && retryAfter(answer.headers['retry-after'], clock()))
      await pause(pauseAfter(answer, tries, clock()), signal)
    }
  }
  const get = (url: URL, etag?: string) => ask(url, { headers: etag === undefined ? {} : { 'if-none-match': etag } })

  const patch = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status } = await ask(urlOf(source, path, {}), { method: 'PATCH', headers, body: JSON.stringify(body) })
    return status
  }

  const read: SourceClient['read'] = async (path, shape, query = {}) =>
    parsed(path, await get(urlOf(source, path, query)), shape)

  async function* pages<Item>({ path, query = {}, item, from = 1, etagOf }: Listing<Item>): AsyncGenerator<Page<Item>> {
    const seen = new Set<string>()
    let count = 0
    for (let page = from; ; page++) {
      const tag = etagOf?.(page)
      const numbers = { pageSize: String(PAGE_SIZE), pageNumber: String(page) }
      const answer = await get(urlOf(source, path, { ...query, ...numbers }), tag?.etag)
      if (answer.status === 304 && tag !== undefined) {
        yield { page, items: undefined, etag: tag }
        afterPage?.()
        if (tag.isLast) return
        continue
      }
      // Some sources have no page beyond the last.
      if (answer.status === 404 && page > 1) return
      const { items, hasNextPage } = parsed(path, answer, pageSchema)
      count += items.length
      const content = createHash('sha256')
        .update(JSON.stringify(items.map(idIn)))
        .digest('base64url')
      if (items.length > 0 && seen.has(content)) throw new SourceFault('source-repeats', path)
      seen.add(content)
      if (count > MOST_ITEMS || page > MOST_PAGES) throw new SourceFault('source-repeats', path)
      const { etag: given } = answer.headers
      const readable = items.map((one) => item.safeParse(one).data).filter((one) => one !== undefined)
      const isLast = items.length === 0 || hasNextPage === false
      // A page that does not say whether another follows gets no tag: while it stays unchanged, it would hide the next one.
      const isTagged = typeof given === 'string' && (isLast || hasNextPage === true)
      yield { page, items: readable, etag: isTagged ? { etag: given, isLast } : undefined }
      afterPage?.()
      if (isLast) return
    }
  }
  return { read, pages, patch, close: requests.close }
}

const waitFor = (ms: number, signal: AbortSignal) => pauseFor(ms, undefined, { signal })

/** First id of an item, by which a repeated page is recognized. Null if it is no text: JSON nested too deep cannot be written. */
function idIn(item: unknown): string | null {
  const id = typeof item === 'object' && item ? Object.entries(item).find(([name]) => name.endsWith('Id'))?.[1] : item
  return typeof id === 'string' ? id : null
}

function urlOf({ url }: SourceConfig, path: string, query: Readonly<Record<string, string>>): URL {
  const asked = new URL(url + path)
  for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value)
  return asked
}

/** Whether another try may succeed. 501: the source does not have this. */
const isPassing = ({ status }: Answer): boolean => status === 429 || status === 408 || (status >= 500 && status !== 501)

/** ms until the next try: as long as the source asks for, or else our own back-off. */
function pauseAfter(answer: Answer | undefined, tries: number, now: number): number {
  const asked = answer && retryAfter(answer.headers['retry-after'], now)
  if (asked === undefined) return backOff(tries)
  if (asked > LONGEST_PAUSE_MS) throw new SourceFault('source-away', 'asks for a longer pause')
  return asked
}

/** `Retry-After` in ms: seconds or a date (RFC 9110 §10.2.3); undefined for another text, and for a date that is past. */
function retryAfter(value: string | string[] | undefined, now: number): number | undefined {
  if (typeof value !== 'string') return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1_000
  // `Date.parse` would read '-5' as the month of May, so only full HTTP dates are parsed.
  const ms = value.endsWith(' GMT') ? Date.parse(value) - now : 0
  return ms > 0 ? ms : undefined
}

/** Parses an answer. Throws a `SourceFault` by its status and version, or if it is not of this shape. */
function parsed<Shape>(path: string, { status, headers, text }: Answer, shape: z.ZodType<Shape>): Shape {
  if (status === 406) throw new SourceFault('source-version', path)
  if (status === 403) throw new SourceFault('source-refused', path)
  if (status === 404 || status === 501) throw new SourceFault('source-missing', path)
  if (status !== 200) throw new SourceFault('source-unreadable', `${path} ${status}`)
  const version = /;\s*version="?([\w.]+)/i.exec(String(headers['content-type']))?.[1]
  if (version !== undefined && !READABLE.test(version)) throw new SourceFault('source-version', version)
  const { data } = shape.safeParse(readJson(text))
  if (data === undefined) throw new SourceFault('source-unreadable', path)
  return data
}

/** Returns a function that gets a token by client credentials (RFC 6749 §4.4), through the guarded requests. */
function tokenFetcher(source: SourceConfig, send: ReturnType<typeof openGuardedRequests>['send']) {
  const { tokenUrl, clientId, clientSecret, scope } = source
  const { origin } = new URL(tokenUrl)
  const configuration = new oidc.Configuration(
    { issuer: origin, token_endpoint: tokenUrl },
    clientId,
    { client_secret: clientSecret },
    oidc.ClientSecretBasic(clientSecret),
  )
  if (tokenUrl.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  configuration[oidc.customFetch] = async (url, { method, headers, body }) => {
    const given = Object.fromEntries(new Headers(headers))
    const answer = await send(new URL(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: given,
      body: String(body ?? ''),
    })
    return new Response(answer.text, { status: answer.status, headers: { 'content-type': 'application/json' } })
  }
  return async () => {
    try {
      return await oidc.clientCredentialsGrant(configuration, scope === undefined ? {} : { scope })
    } catch (error) {
      if (error instanceof SourceFault) throw error
      if (error instanceof Error && error.cause instanceof SourceFault) throw error.cause
      const isRefused = error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError
      throw new SourceFault(isRefused ? 'source-refused' : 'source-away', 'token')
    }
  }
}
