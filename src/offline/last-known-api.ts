import { API_BASE, type Endpoint, type ReplyOf } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ListsRead, Renewal } from '#src/offline/connection.machine.ts'
import type { KeptList } from '#src/offline/kept-list.ts'
import { KEPT_LISTS } from '#sw/messages.ts'

/** What `mayEnroll` is asked about: what stands in any other list keeps nobody from enrolling. */
const DECIDING: readonly Endpoint[] = [listModuleStatuses, listUserTestmoments]

/** What one screen shows, and the one before. */
const MAX_KNOWN = 12
/** So long (ms) a screen that has something to show waits for news before it shows that. */
const KEPT_TIMEOUT_MS = 1_500
/** And so long where what it has holds the student's own change already. */
const TIMEOUT_AFTER_CHANGE_MS = 4_000

export type Leniently = (work: () => Promise<void>) => Promise<boolean>

interface Deps {
  /** what the device keeps of this list, which may be from long ago */
  keptList: (url: string) => Promise<KeptList | null>
  /** has the device keep the list like this */
  keepAmended: (url: string, body: unknown) => void
  /** hears how true the lists are that were given */
  onRead: (read: ListsRead) => void
}

type Known = Pick<KeptList, 'status' | 'body' | 'at'>

export interface Question {
  target: Endpoint
  /** null where it is asked by the endpoint's own address */
  link: Link | null
  input: unknown[]
}

export type EarlyAnswer = Question & Known

export type LastKnownApi = ReturnType<typeof lastKnownApi>

type Edit = (body: unknown) => unknown

/**
 * The same API, which knows what it was answered before. A list that the device keeps is given at once when it is first
 * asked for; afterwards the server is asked, and what it can't give now is given as it was. Whatever else a screen shows
 * it keeps only while it renews itself unasked (`leniently`): a busy server must not take away what somebody reads, or
 * types. What the server said of one's own change holds from then on (`amend`), until its next list.
 */
export function lastKnownApi(api: Api, { keptList, keepAmended, onRead }: Deps) {
  const known = new Map<string, Known>()
  const shown = listsShown(onRead)
  const asked = new Set<string>()
  const edits: { list: string; edit: Edit }[] = []
  /** lists of which the server has not been heard since they were amended */
  const amended = new Set<string>()
  let recalling = 0
  let hasNews = false
  let lenient = 0
  let missed = false

  const remember = (key: string, answer: Known) => {
    known.delete(key)
    known.set(key, answer)
    for (const [oldest] of known) if (known.size > MAX_KNOWN) known.delete(oldest)
  }
  const give = <Reply>({ status, body }: Known): Reply => {
    if (status === 404) throw new ApiError({ status, reason: 'not-found', details: body })
    // as it was answered to this very question
    return body as Reply
  }

  const keepWith = (list: string, last: Known, edit: Edit): void => {
    const body = edit(last.body)
    if (body === last.body) return
    remember(keyOf(list), { ...last, body })
    keepAmended(list, body)
    amended.add(list)
  }

  const read = async <Reply>(question: Question, ask: () => Promise<Reply>): Promise<Reply> => {
    const { list, key } = keyed(question)

    const askServer = async (): Promise<Reply> => {
      const before = edits.length
      try {
        const answer = { status: 200, body: await ask(), at: Date.now() }
        remember(key, answer)
        shown.give(question.target, list, answer.at)
        if (list === null) return answer.body
        amended.delete(list)
        // It was asked before these: the server may have answered without them.
        for (const later of edits.slice(before)) if (later.list === list) keepWith(list, answer, later.edit)
        return give(known.get(key) ?? answer)
      } catch (error) {
        if (isMissing(error)) {
          if (list !== null) remember(key, { status: 404, body: error.details, at: Date.now() })
          shown.give(question.target, list, Date.now())
        }
        const last = known.get(key)
        if (!last || !isPassing(error) || (list === null && lenient === 0)) throw error
        missed = true
        shown.give(question.target, list, last.at, { isKept: true, hasFailed: true })
        return give(last)
      }
    }

    const giveUnconfirmed = (last: Known, hasFailed = false): Reply => {
      shown.give(question.target, list, last.at, { isKept: true, hasFailed })
      return give(last)
    }
    const askServerWithin = async (timeout: number, last: Known): Promise<Reply> => {
      const late = after(timeout, LATE)
      const answer = await Promise.race([askServer(), late])
      return answer === LATE ? giveUnconfirmed(known.get(key) ?? last) : answer
    }

    if (list === null) return askServer()
    if (asked.has(list)) {
      const last = known.get(key)
      if (last && recalling > 0) return giveUnconfirmed(last, true)
      return last && amended.has(list) ? askServerWithin(TIMEOUT_AFTER_CHANGE_MS, last) : askServer()
    }
    asked.add(list)
    const kept = await keptList(list)
    if (!kept) return askServer()
    remember(key, kept)
    return hasNews || kept.isOutdated ? askServerWithin(KEPT_TIMEOUT_MS, kept) : giveUnconfirmed(kept)
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
        return target.method === 'GET' ? read({ target, link: null, input }, ask) : ask()
      },
      follow: (target, link, ...input) => {
        const ask = () => api.follow(target, link, ...input)
        return link.method === 'GET' ? read({ target, link, input }, ask) : ask()
      },
    } satisfies Api,
    /** What the server answered to one who asked past this API. */
    learn: ({ status, body, at, ...question }: EarlyAnswer): void => {
      const { list, key } = keyed(question)
      if (status === 200 || list !== null) remember(key, { status, body, at })
      if (list !== null) asked.add(list)
      shown.give(question.target, list, at)
    },
    /** for a screen that there is news for */
    leniently: ((work) => {
      hasNews = true
      return keeping(work)
    }) satisfies Leniently,
    /** Changes what is known of a list, here and on the device, until the server gives it anew. */
    amend: <E extends Endpoint>(_target: E, { href: list }: Link, change: (reply: ReplyOf<E>) => ReplyOf<E>): void => {
      // as it was answered to this very question
      const edit = (body: unknown) => change(body as ReplyOf<E>)
      edits.push({ list, edit })
      const last = known.get(keyOf(list))
      if (last?.status === 200) keepWith(list, last, edit)
    },
    /** for a screen that shows what is known, while the server can't be asked */
    recall: async (work: () => Promise<void>): Promise<void> => {
      recalling += 1
      await work().finally(() => {
        recalling -= 1
      })
    },
    /** for a screen that shows what was kept */
    renew: async (work: () => Promise<void>, { isBack }: Renewal): Promise<void> => {
      const end = shown.beginRenewal(isBack)
      await keeping(work).finally(end)
    },
  }
}

const LATE = Symbol()

function keyed({ target, link, input }: Question): { list: string | null; key: string } {
  const isList = KEPT_LISTS.includes(target) && input.length === 0
  const list = isList ? (link?.href ?? API_BASE + target.path) : null
  return { list, key: JSON.stringify([link?.href ?? target.path, input]) }
}

/** The question for a whole list. */
const keyOf = (list: string): string => JSON.stringify([list, []])

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

/** A server that is busy or away. What it refuses for good is to be seen. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

interface Given {
  at: number
  isKept: boolean
  isHeld: boolean
}

/** How true the lists are that were given to the screens; `onRead` hears of it with each. */
function listsShown(onRead: (read: ListsRead) => void) {
  const lists = new Map<string, Given>()
  /** by the server, since the page began or the connection returned */
  const answered = new Set<string>()

  const notify = (hasFailed = false) => {
    const shown = [...lists.values()]
    onRead({
      areKept: shown.some(({ isKept }) => isKept),
      isHeld: shown.some(({ isHeld }) => isHeld),
      hasFailed,
      updatedAt: shown.length > 0 ? Math.min(...shown.map(({ at }) => at)) : null,
    })
  }

  return {
    /** What the server said at that time (ms since the epoch) was given; `list` is null where it is none. */
    give: (target: Endpoint, list: string | null, at: number, { isKept = false, hasFailed = false } = {}): void => {
      if (list === null) return
      if (!isKept) answered.add(list)
      lists.set(list, { at, isKept, isHeld: DECIDING.includes(target) && !answered.has(list) })
      notify(hasFailed)
    },
    /** Returns how to end it: what was not given meanwhile is of a former screen, and nobody's concern any more. */
    beginRenewal: (isBack: boolean): (() => void) => {
      if (isBack) answered.clear()
      const former = [...lists]
      return () => {
        for (const [list, given] of former) if (lists.get(list) === given) lists.delete(list)
        notify()
      }
    },
  }
}
