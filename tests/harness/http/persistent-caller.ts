import { setTimeout as delay } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'

export interface Answer {
  status: number
  /** the parsed JSON, or else the text */
  body: unknown
  /** how often it was asked before in vain: whether that was done is then unknown until this answer */
  triedBefore: number
}

export interface Asking {
  params?: Record<string, string | number>
  body?: object
  token?: string
}

const PAUSE_MS = 20
/** the app waits as long as a server says; here that is shortened, so that a fault is met at its worst */
const LONGEST_PAUSE_MS = 300
/** more than any fault here lasts */
const GIVE_UP_MS = 120_000

const agent = new Agent({ connections: null, keepAliveTimeout: 10_000 })

export interface CallerOptions {
  mayBeAskedAgain?: boolean
  dispatcher?: Dispatcher
}

/**
 * Calls the API like somebody who needs an answer: asks the next server again after a broken connection or a 503,
 * which leave the outcome unknown. Throws only if nobody answers for two minutes.
 */
export class PersistentCaller {
  readonly #urls: readonly string[]
  readonly #dispatcher: Dispatcher
  #at: number

  /** Between it and the servers somebody asks another one again what may be done twice by HTTP, such as to delete: unseen from here. */
  readonly mayBeAskedAgain: boolean

  /** `at`: which of the servers it begins with; `dispatcher`: by what way, where that is no usual one. */
  constructor(
    urls: readonly string[],
    at: number,
    { mayBeAskedAgain = false, dispatcher = agent }: CallerOptions = {},
  ) {
    this.#urls = urls
    this.#at = at
    this.mayBeAskedAgain = mayBeAskedAgain
    this.#dispatcher = dispatcher
  }

  async ask(target: Endpoint, { params, body, token }: Asking): Promise<Answer> {
    const deadline = Date.now() + GIVE_UP_MS
    for (let triedBefore = 0; Date.now() < deadline; triedBefore++) {
      const answer = await this.#try(target, { params, body, token })
      if (answer && answer.status !== 503) return { ...answer, triedBefore }
      this.#at += 1
      await delay(Math.min(PAUSE_MS * 2 ** triedBefore, LONGEST_PAUSE_MS))
    }
    throw new Error(`nobody answers ${target.method} ${target.path}`)
  }

  async #try(target: Endpoint, { params, body, token }: Asking) {
    try {
      const {
        statusCode,
        headers,
        body: content,
      } = await request(this.#server() + pathOf(target, params), {
        dispatcher: this.#dispatcher,
        method: target.method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: body ? JSON.stringify(body) : null,
      })
      const text = await content.text()
      const isJson = String(headers['content-type']).startsWith('application/json')
      return { status: statusCode, body: isJson ? JSON.parse(text) : text }
    } catch {
      return undefined
    }
  }

  #server(): string {
    return this.#urls[this.#at % this.#urls.length] ?? ''
  }
}
