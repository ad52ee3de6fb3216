import { vi } from 'vitest'
import type { ListStore } from '#sw/lists/list-store.ts'
import { ListStrategy } from '#sw/lists/list-strategy.ts'
import { KEPT_FOR } from '#sw/messages.ts'
import { answeringApi, type Turn } from '#tests/machines/support/answering-api.ts'
import { memoryStore } from './memory-store.ts'

export const SEVEN = 7
export const PATH = '/api/v1/user/7/messages'
export const NINE_O_CLOCK = 1_700_000_000_000

/** Part of a FetchEvent that a strategy uses; Node has none. */
class FakeFetchEvent extends Event {
  readonly works: Promise<unknown>[]

  constructor(works: Promise<unknown>[]) {
    super('fetch')
    this.works = works
  }

  waitUntil(work: Promise<unknown>): void {
    this.works.push(work)
  }
}
vi.stubGlobal('FetchEvent', FakeFetchEvent)

/** A token as the API gives it, of this person: only its claims are read. */
const tokenOf = (userId: number): string => `head.${btoa(JSON.stringify({ sub: String(userId) }))}.signature`

export const authorization = (userId: number) => ({ authorization: `Bearer ${tokenOf(userId)}` })

/** Pages that ask the worker; `settled` is when all that the worker does after answering is done. */
export function askingWorker(store: ListStore, now?: () => number) {
  const strategy = new ListStrategy(store, now)
  const works: Promise<unknown>[] = []

  const ask = (url: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> => {
    const request = new Request(url, { headers, signal })
    const [answer, done] = strategy.handleAll({ request, event: new FakeFetchEvent(works) })
    works.push(done.catch(() => undefined))
    return answer
  }
  return {
    askServer: (url: string, userId: number) => ask(url, authorization(userId)),
    askWith: ask,
    askKept: (url: string, userId: number) => ask(url, { [KEPT_FOR]: String(userId) }),
    settled: async () => {
      for (let seen = 0; seen < works.length; seen = works.length) await Promise.all(works)
    },
  }
}

export const list = (name: string): Turn => ({ body: { entities: [name] }, headers: { etag: `"${name}"` } })

/** A device of student 7 before a server that answers by turns; its clock stands still unless it is set. */
export async function stage(...turns: Turn[]) {
  const clock = { now: NINE_O_CLOCK }
  const { store, kept } = memoryStore(SEVEN, () => clock.now)
  const { origin, requests } = await answeringApi(...turns)
  const worker = askingWorker(store, () => clock.now)
  const url = origin + PATH
  return {
    ...worker,
    clock,
    store,
    kept,
    requests,
    url,
    askServer: (userId = SEVEN) => worker.askServer(url, userId),
    askKept: (userId = SEVEN) => worker.askKept(url, userId),
  }
}
