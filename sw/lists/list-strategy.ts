import { Strategy, type StrategyHandler } from 'workbox-strategies'
import { readJson } from '#domain/entities/json.ts'
import { KEPT_AT, KEPT_FOR, KEPT_IS_OUTDATED } from '#sw/messages.ts'
import { expiredBefore, type Found, KEPT_SHAPE, type KeptList, type ListStore, type Ticket } from './list-store.ts'

/** Client error statuses after which the request should merely be repeated. */
const PASSING = [401, 408, 429]

/**
 * Answers a request for a list in one of two ways, chosen by the page: from the cache, at once and without a token; or from the
 * server, whose answer is cached. Never one in place of the other: the page knows which it got.
 */
export class ListStrategy extends Strategy {
  readonly #store: ListStore
  readonly #now: () => number

  constructor(store: ListStore, now: () => number = Date.now) {
    super()
    this.#store = store
    this.#now = now
  }

  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const url = pathname + search
    const keptFor = request.headers.get(KEPT_FOR)
    if (keptFor === null) return this.#askServer(request, url, handler)
    const { list, isOutdated } = await this.#find(Number(keptFor), url)
    return list && list.keptAt >= expiredBefore(this.#now()) ? keptAnswer(list, { isOutdated }) : nothingKept()
  }

  async #askServer(request: Request, url: string, handler: StrategyHandler): Promise<Response> {
    const reader = readerOf(request)
    if (reader === null) return handler.fetch(request)
    const { list, ticket } = await this.#find(reader, url)
    if (ticket === null) return handler.fetch(request)
    const answer = await handler.fetch(unabandoned(request, list?.etag ?? null))
    if (list && answer.status === 304) {
      void handler.waitUntil(this.#store.keep({ ...list, keptAt: this.#now() }, ticket))
      return listAnswer(list)
    }
    void handler.waitUntil(this.#learn({ reader, url }, answer.clone(), ticket))
    return answer
  }

  /** A damaged list, or one of another release, counts as missing: with its tag the server would only answer 304. */
  async #find(reader: number, url: string): Promise<Found> {
    const found = await this.#store.find(reader, url)
    return found.list && isWhole(found.list) ? found : { ...found, list: null }
  }

  async #learn({ reader, url }: Pick<KeptList, 'reader' | 'url'>, answer: Response, ticket: Ticket): Promise<void> {
    const { status, headers } = answer
    if (status === 200 || status === 404) {
      // A captive portal answers 200 with its own page.
      if (!/\bjson\b/.test(String(headers.get('content-type')))) return
      const body = await answer.text()
      const etag = headers.get('etag')
      if (!isFitting({ url, status, body })) return
      await this.#store.keep({ reader, url, status, shape: KEPT_SHAPE, body, etag, keptAt: this.#now() }, ticket)
    } else if (status >= 400 && status < 500 && !PASSING.includes(status)) {
      await this.#store.drop(reader, url, ticket)
    }
  }
}

const isWhole = (list: KeptList): boolean => list.shape === KEPT_SHAPE && isFitting(list)

/**
 * The same request, with the tag of the cached answer. It is a new request, so that it continues when the page aborts or is
 * left. It bypasses the browser's cache, which Chromium locks while such a request hangs.
 */
function unabandoned(request: Request, etag: string | null): Request {
  const headers = new Headers(request.headers)
  if (etag) headers.set('if-none-match', etag)
  return new Request(request.url, { headers, cache: 'no-store' })
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** The cached list in place of a 304: for the page it is the server's current answer. */
const listAnswer = ({ body, status }: KeptList): Response => new Response(body, { status, headers: JSON_TYPE })

function keptAnswer({ body, status, keptAt }: KeptList, { isOutdated }: { isOutdated: boolean }): Response {
  const headers = new Headers({ ...JSON_TYPE, [KEPT_AT]: String(keptAt) })
  if (isOutdated) headers.set(KEPT_IS_OUTDATED, '1')
  return new Response(body, { status, headers })
}

/** Not an error status: browsers log each of those to the console. */
const nothingKept = (): Response => new Response(null, { status: 204 })

/** The user id in a request's token, or null without a token. The server verifies it. */
function readerOf(request: Request): number | null {
  const claims = request.headers.get('authorization')?.split('.')[1]
  if (!claims) return null
  try {
    const id = Number(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub)
    return Number.isSafeInteger(id) ? id : null
  } catch {
    return null
  }
}

/** Fields that screens read from an answer without a check, by the last part of its address. */
const FIELDS = {
  user: { fields: ['id', 'username', '_links'] },
  schoolyear: { fields: ['id'] },
  'module-statuses': { lists: ['entities'], fields: ['module', 'enrollments'] },
  testmoments: { lists: ['entities'], fields: ['id', 'date', 'modules', '_links'] },
  history: { lists: ['entities'], fields: ['id', 'testmoment'] },
  messages: { lists: ['entities'], fields: [] },
  seats: { lists: ['entities', 'waiting', 'outcomes'], fields: [] },
} satisfies Record<string, { lists?: string[]; fields: string[] }>

/**
 * Whether a body looks like the API's answer at this address. JSON alone is not enough: a network that requires a login answers
 * 200 with its own JSON. A 404 passes, since screens read nothing from it.
 */
export function isFitting({ url, status, body }: Pick<KeptList, 'url' | 'status' | 'body'>): boolean {
  const answer = readJson(body)
  if (!isRecord(answer)) return false
  const [, found] = Object.entries(FIELDS).find(([name]) => new RegExp(`/${name}(\\?|$)`).test(url)) ?? []
  if (status !== 200 || !found) return true
  const rows = 'lists' in found ? found.lists.map((list) => answer[list]) : [[answer]]
  return rows.every(
    (list, index) => Array.isArray(list) && list.every((row) => isRow(row, index === 0 ? found.fields : [])),
  )
}

const isRow = (row: unknown, fields: readonly string[]): boolean =>
  row !== null &&
  (fields.length === 0 || (isRecord(row) && fields.every((field) => row[field] !== undefined && row[field] !== null)))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
