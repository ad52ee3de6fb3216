import { API_BASE, type Endpoint } from '#contract/endpoint.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ListsRead } from '#src/offline/connection.machine.ts'
import type { KeptList } from '#src/offline/kept-list.ts'
import { KEPT_LISTS } from '#sw/messages.ts'
import { listsShown } from './lists-shown.ts'

/** What one screen shows, and the one before. */
const REMEMBERED = 12
/** So long (ms) a screen that has something to show waits for news before it shows that. */
const PATIENCE_MS = 1_500

export type Leniently = (work: () => Promise<void>) => Promise<boolean>

interface Means {
  /** what the device keeps of this list, which may be from long ago */
  keptList: (url: string) => Promise<KeptList | null>
  /** hears how true the lists are that were given */
  onRead: (read: ListsRead) => void
}

type Known = Pick<KeptList, 'status' | 'body' | 'at'>

/**
 * The same API, which knows what it was answered before. A list that the device keeps is given at once when it is first
 * asked for; afterwards the server is asked, and what it can't give now is given as it was. Whatever else a screen shows
 * it keeps only while it renews itself unasked (`leniently`): a busy server must not take away what somebody reads, or
 * types.
 */
export function lastKnownApi(api: Api, { keptList, onRead }: Means) {
  const known = new Map<string, Known>()
  const shown = listsShown(onRead)
  const asked = new Set<string>()
  let hasNews = false
  let lenient = 0
  let missed = false

  const remember = (key: string, answer: Known) => {
    known.delete(key)
    known.set(key, answer)
    for (const [oldest] of known) if (known.size > REMEMBERED) known.delete(oldest)
  }
  const give = <Reply>({ status, body }: Known): Reply => {
    if (status === 404) throw new ApiError({ status, reason: 'not-found', details: body })
    // as it was answered to this very question
    return body as Reply
  }

  const read = async <Reply>(list: string | null, question: unknown[], ask: () => Promise<Reply>): Promise<Reply> => {
    const key = JSON.stringify(question)

    const askServer = async (): Promise<Reply> => {
      try {
        const body = await ask()
        remember(key, { status: 200, body, at: Date.now() })
        shown.give(list, Date.now())
        return body
      } catch (error) {
        if (isMissing(error)) {
          if (list !== null) remember(key, { status: 404, body: error.details, at: Date.now() })
          shown.give(list, Date.now())
        }
        const last = known.get(key)
        if (!last || !isPassing(error) || (list === null && lenient === 0)) throw error
        missed = true
        shown.give(list, last.at, { isKept: true, hasFailed: true })
        return give(last)
      }
    }

    if (list === null || asked.has(list)) return askServer()
    asked.add(list)
    const kept = await keptList(list)
    if (!kept) return askServer()
    remember(key, kept)
    if (hasNews || kept.isOutdated) {
      const late = after(PATIENCE_MS, LATE)
      const answer = await Promise.race([askServer(), late])
      if (answer !== LATE) return answer
    }
    shown.give(list, kept.at, { isKept: true })
    return give(kept)
  }

  /** Tells whether all could be had. */
  const keeping: Leniently = async (work) => {
    lenient += 1
    missed = false
    try {
      await work()
      return !missed
    } finally {
      lenient -= 1
    }
  }

  return {
    api: {
      ...api,
      call: (target, ...input) => {
        const ask = () => api.call(target, ...input)
        const list = isList(target, input) ? API_BASE + target.path : null
        return target.method === 'GET' ? read(list, [target.path, input], ask) : ask()
      },
      follow: (target, link, ...input) => {
        const ask = () => api.follow(target, link, ...input)
        return link.method === 'GET' ? read(isList(target, input) ? link.href : null, [link.href, input], ask) : ask()
      },
    } satisfies Api,
    /** for a screen that there is news for */
    leniently: ((work) => {
      hasNews = true
      return keeping(work)
    }) satisfies Leniently,
    /** for a screen that shows what was kept */
    renew: async (work: () => Promise<void>): Promise<void> => {
      shown.clear()
      await keeping(work)
      shown.tell()
    },
  }
}

const LATE = Symbol()

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

const isList = (target: Endpoint, input: unknown[]): boolean => KEPT_LISTS.includes(target) && input.length === 0

/** A server that is busy or away. What it refuses for good is to be seen. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404
