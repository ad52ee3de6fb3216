import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'

/** What one screen shows, and the one before. */
const KEPT = 12

export type Leniently = (work: () => Promise<void>) => Promise<boolean>

/**
 * The same API, which remembers what it was answered lately. While a screen renews itself unasked (`leniently`), what
 * can't be had now is given as it was: a busy server must not take away what somebody reads, or types.
 */
export function lastKnownApi(api: Api) {
  const known = new Map<string, unknown>()
  let lenient = 0
  let missed = false

  const orLastKnown = async <Reply>(question: unknown[], reply: Promise<Reply>): Promise<Reply> => {
    const key = JSON.stringify(question)
    try {
      const answer = await reply
      known.delete(key)
      known.set(key, answer)
      for (const [oldest] of known) if (known.size > KEPT) known.delete(oldest)
      return answer
    } catch (error) {
      if (lenient === 0 || !known.has(key) || !isPassing(error)) throw error
      missed = true
      // as it was answered to this very question
      return known.get(key) as Reply
    }
  }

  return {
    api: {
      ...api,
      call: (target, ...input) => {
        const reply = api.call(target, ...input)
        return target.method === 'GET' ? orLastKnown([target.path, input], reply) : reply
      },
      follow: (target, link, ...input) => {
        const reply = api.follow(target, link, ...input)
        return link.method === 'GET' ? orLastKnown([link.href, input], reply) : reply
      },
    } satisfies Api,
    /** Tells whether all could be had. */
    leniently: (async (work) => {
      lenient += 1
      missed = false
      try {
        await work()
        return !missed
      } finally {
        lenient -= 1
      }
    }) satisfies Leniently,
  }
}

/** A server that is busy or away. What it refuses for good is to be seen. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500
