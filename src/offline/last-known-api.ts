import { API_BASE, type Endpoint, type ReplyOf } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ListsRead, Renewal } from '#src/offline/connection.machine.ts'
import type { KeptList } from '#src/offline/kept-list.ts'
import { KEPT_LISTS } from '#sw/messages.ts'

/** Lists that `mayEnroll` depends on: no other list prevents enrolling. */
const DECIDING: readonly Endpoint[] = [listModuleStatuses, listUserTestmoments]

/** Most lists known: those of one screen, and of the one before. */
const MAX_KNOWN = 12
/** So long (ms) a screen that has something to show waits for news before it shows that. */
const KEPT_TIMEOUT_MS = 1_500
/** And so long where what it has holds the student's own change already. */
const TIMEOUT_AFTER_CHANGE_MS = 4_000

export type Leniently = (work: () => Promise<void>) => Promise<boolean>

interface Deps {
  /** reads the device's copy of this list, which may be old */
  keptList: (url: string) => Promise<KeptList | null>
  /** has the device keep the list like this */
  keepAmended: (url: string, body: unknown) => void
  /** the server is known not to answer: it is asked for by others, and a list is no reason to wait for that */
  isGone: () => boolean
  /** called with how current the given lists are */
  onRead: (read: ListsRead) => void
  /** called with a whole list as it is known from now on */
  onKnown: OnKnown
  /** called when this was learned after a screen was given something older */
  onLate: () => void
}

export type OnKnown = (target: Endpoint, reply: unknown) => void

/** `asked`: by which question to the server; left out where it was asked past this API, or not at all */
type Known = Pick<KeptList, 'status' | 'body' | 'at'> & { asked?: number }

export interface Question {
  target: Endpoint
  /** null where it is asked by the endpoint's own address */
  link: Link | null
  input: unknown[]
}

export type EarlyAnswer = Question & Known

export type LastKnownApi = ReturnType<typeof lastKnownApi>

interface Edit {
  target: Endpoint
  list: string
  change: (body: unknown) => unknown
}

interface Underway {
  asked: number
  /** own changes before it was asked */
  edits: number
  answer: Promise<unknown>
}

/**
 * The same API, which knows what it was answered before. A list that the device keeps is given at once when it is first
 * asked for; afterwards the server is asked, and what it can't give now is given as it was. Whatever else a screen shows
 * it keeps only while it renews itself unasked (`leniently`): a busy server must not take away what somebody reads, or
 * types. What the server said of one's own change holds from then on (`amend`), until its next list.
 */
export function lastKnownApi(api: Api, { keptList, keepAmended, isGone, onRead, onKnown, onLate }: Deps) {
  const known = new Map<string, Known>()
  const shown = listsShown(onRead)
  const asked = new Set<string>()
  const edits: Edit[] = []
  const underway = new Map<string, Underway>()
  /** lists that the server has not sent since they were amended */
  const amended = new Set<string>()
  /** questions to the server until now, and until the last news: who asked before that has to ask again */
  let questions = 0
  let questionsAtNews = 0
  let confirming = 0
  let recalling = 0
  let hasNews = false
  let lenient = 0
  let missed = false

  const remember = ({ target, list, key }: Keyed, answer: Known) => {
    if (list !== null && answer.status === 200) onKnown(target, answer.body)
    known.delete(key)
    known.set(key, answer)
    for (const [oldest] of known) if (known.size > MAX_KNOWN) known.delete(oldest)
  }
  const give = <Reply>({ status, body }: Known): Reply => {
    if (status === 404) throw new ApiError({ status, reason: 'not-found', details: body })
    // the answer to this very question
    return body as Reply
  }

  const keepWith = ({ target, list, change }: Edit, last: Known): void => {
    const body = change(last.body)
    if (body === last.body) return
    remember({ target, list, key: keyOf(list) }, { ...last, body })
    keepAmended(list, body)
    amended.add(list)
  }

  const read = async <Reply>(question: Question, ask: () => Promise<Reply>): Promise<Reply> => {
    const address = keyed(question)
    const { list, key } = address

    const askNumbered = async (asked: number): Promise<Reply> => {
      const before = edits.length
      try {
        const body = await ask()
        const last = list === null ? undefined : known.get(key)
        // Who asked later was answered sooner.
        if (last?.asked !== undefined && last.asked > asked) return give(last)
        // The same again is drawn no second time.
        const isSame = last && JSON.stringify(last.body) === JSON.stringify(body)
        const answer = { status: 200, body: isSame ? last.body : body, at: Date.now(), asked }
        remember(address, answer)
        shown.give(question.target, list, answer.at)
        if (list === null) return body
        amended.delete(list)
        // It was asked before these: the server may have answered without them.
        for (const later of edits.slice(before)) if (later.list === list) keepWith(later, known.get(key) ?? answer)
        return give(known.get(key) ?? answer)
      } catch (error) {
        if (isMissing(error)) {
          if (list !== null) remember(address, { status: 404, body: error.details, at: Date.now(), asked })
          shown.give(question.target, list, Date.now())
        }
        const last = known.get(key)
        if (!last || !isPassing(error) || (list === null && lenient === 0)) throw error
        missed = true
        shown.give(question.target, list, last.at, { isKept: true, hasFailed: true })
        return give(last)
      }
    }

    const askServer = async (): Promise<Reply> => {
      questions += 1
      const answer = askNumbered(questions)
      if (list === null) return answer
      const mine: Underway = { asked: questions, edits: edits.length, answer }
      underway.set(list, mine)
      return answer.finally(() => {
        if (underway.get(list) === mine) underway.delete(list)
      })
    }

    const giveUnconfirmed = (last: Known, hasFailed = false): Reply => {
      shown.give(question.target, list, last.at, { isKept: true, hasFailed })
      return give(last)
    }
    const askServerWithin = async (timeout: number, last: Known): Promise<Reply> => {
      const asking = askServer()
      const answer = await Promise.race([asking, after(timeout, LATE)])
      if (answer !== LATE) return answer
      asking.then(onLate, none)
      return giveUnconfirmed(known.get(key) ?? last)
    }
    /** The server’s word, where it was asked for since there was news, and where that is its word after own changes. */
    const confirmed = (last: Known | undefined): Promise<Reply> | Reply | null => {
      const current = list === null ? undefined : underway.get(list)
      // the current request is for this very question
      if (current && current.asked > questionsAtNews && current.edits === edits.length)
        return current.answer as Promise<Reply>
      if (last?.asked === undefined || last.asked <= questionsAtNews) return null
      return give(last)
    }

    if (list === null) return askServer()
    shown.noteAsked(list)
    if (asked.has(list)) {
      const last = known.get(key)
      if (last && (recalling > 0 || isGone())) return giveUnconfirmed(last, true)
      const word = confirming > 0 && !amended.has(list) && confirmed(last)
      if (word) return word
      return last && amended.has(list) ? askServerWithin(TIMEOUT_AFTER_CHANGE_MS, last) : askServer()
    }
    asked.add(list)
    const kept = await keptList(list)
    if (!kept) return askServer()
    remember(address, kept)
    if (isGone()) return giveUnconfirmed(kept)
    if (hasNews || kept.isOutdated) return askServerWithin(KEPT_TIMEOUT_MS, kept)
    // Not first when the screen stands: buttons wait for it.
    if (DECIDING.includes(question.target)) askServer().then(onLate, none)
    return giveUnconfirmed(kept)
  }

  /** Returns whether all could be fetched. */
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
    /** Takes the server's answer to a request made past this API. */
    learn: ({ status, body, at, ...question }: EarlyAnswer): void => {
      const address = keyed(question)
      const { list } = address
      if (status === 200 || list !== null) remember(address, { status, body, at })
      if (list !== null) asked.add(list)
      shown.give(question.target, list, at)
    },
    /** for a screen that there is news for */
    leniently: ((work) => {
      hasNews = true
      questionsAtNews = questions
      return keeping(work)
    }) satisfies Leniently,
    /** Amends a known list, here and on the device, until the server sends it again. */
    amend: <E extends Endpoint>(target: E, { href: list }: Link, change: (reply: ReplyOf<E>) => ReplyOf<E>): void => {
      // the answer to this very question
      const edit: Edit = { target, list, change: (body) => change(body as ReplyOf<E>) }
      edits.push(edit)
      const last = known.get(keyOf(list))
      if (last?.status === 200) keepWith(edit, last)
    },
    /** for a screen that shows what is known, while the server can't be asked */
    recall: async (work: () => Promise<void>): Promise<void> => {
      recalling += 1
      await work().finally(() => {
        recalling -= 1
      })
    },
    /** for a screen that shows what was kept */
    renew: async (work: () => Promise<void>, { why }: Renewal): Promise<void> => {
      if (why !== 'kept') questionsAtNews = questions
      const end = shown.beginRenewal(why === 'back')
      confirming += 1
      await keeping(work).finally(() => {
        confirming -= 1
        end()
      })
    },
  }
}

const LATE = Symbol()

const none = () => undefined

interface Keyed {
  target: Endpoint
  /** the address of the whole list; null where it is no list that the device keeps */
  list: string | null
  key: string
}

function keyed({ target, link, input }: Question): Keyed {
  const isList = KEPT_LISTS.includes(target) && input.length === 0
  const list = isList ? (link?.href ?? API_BASE + target.path) : null
  return { target, list, key: JSON.stringify([link?.href ?? target.path, input]) }
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
  hasFailed: boolean
}

/** How current the lists are that were given to the screens; `onRead` is called with each. */
function listsShown(onRead: (read: ListsRead) => void) {
  const lists = new Map<string, Given>()
  /** lists that the server answered since the page began or the connection returned */
  const answered = new Set<string>()
  const askedFor = new Set<string>()

  const notify = () => {
    const shown = [...lists.values()]
    onRead({
      areKept: shown.some(({ isKept }) => isKept),
      isHeld: shown.some(({ isHeld }) => isHeld),
      hasFailed: shown.some(({ hasFailed }) => hasFailed),
      updatedAt: shown.length > 0 ? Math.min(...shown.map(({ at }) => at)) : null,
    })
  }

  return {
    /** Takes the server's answer of that time (ms since the epoch); `list` is null where it is none. */
    give: (target: Endpoint, list: string | null, at: number, { isKept = false, hasFailed = false } = {}): void => {
      if (list === null) return
      if (!isKept) answered.add(list)
      lists.set(list, { at, isKept, isHeld: DECIDING.includes(target) && !answered.has(list), hasFailed })
      notify()
    },
    noteAsked: (list: string): void => void askedFor.add(list),
    /** Returns how to end it: what nobody asked for meanwhile is of a former screen, and nobody's concern any more. */
    beginRenewal: (isBack: boolean): (() => void) => {
      if (isBack) answered.clear()
      askedFor.clear()
      return () => {
        for (const list of lists.keys()) if (!askedFor.has(list)) lists.delete(list)
        notify()
      }
    },
  }
}
