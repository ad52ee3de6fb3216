import { API_BASE, type Endpoint, type ReplyOf } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ListsRead, Renewal } from '#src/offline/connection.machine.ts'
import type { KeptList } from '#src/offline/kept-list.ts'
import { KEPT_LISTS } from '#sw/messages.ts'

/** Lists that `mayEnroll` depends on; no other list prevents enrolling. */
const DECIDING: readonly Endpoint[] = [listModuleStatuses, listUserTestmoments]

/** Most answers to remember: those of one screen and of the one before. */
const MAX_KNOWN = 12
/** Time (ms) that a screen with cached data waits for newer data before showing them. */
const KEPT_TIMEOUT_MS = 1_500
/** Time (ms) that a screen waits if its cached data already contain the student's own change. */
const TIMEOUT_AFTER_CHANGE_MS = 4_000

export type Leniently = (work: () => Promise<void>) => Promise<boolean>

interface Deps {
  /** reads the device's cached list, which may be old */
  keptList: (url: string) => Promise<KeptList | null>
  /** changes the list in the device's cache */
  keepAmended: (url: string, body: unknown) => void
  /** whether the server is known to be unreachable: lists then do not wait for it, since others poll it */
  isGone: () => boolean
  /** called with how current the lists on the screen are */
  onRead: (read: ListsRead) => void
  /** called with each new version of a whole list */
  onKnown: OnKnown
  /** called if a newer version arrives after a screen got an older one */
  onLate: () => void
}

export type OnKnown = (target: Endpoint, reply: unknown) => void

/** `asked`: number of the request that it answers; omitted if requested outside this API, or not at all */
type Known = Pick<KeptList, 'status' | 'body' | 'at'> & { asked?: number }

export interface Question {
  target: Endpoint
  /** null if the endpoint's own address is used */
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
  /** number of own changes before the request */
  edits: number
  answer: Promise<unknown>
}

/**
 * The same API, with a memory of its answers. The first request for a list that the device caches gets the cached list at once.
 * After that the server is asked, and if it cannot answer, the last answer is used. Other data are kept only while the screen
 * refetches by itself (`leniently`): a busy server must not remove what the user is reading or typing. The server's answer to
 * the user's own change is valid from then on (`amend`), until its next list.
 */
export function lastKnownApi(api: Api, { keptList, keepAmended, isGone, onRead, onKnown, onLate }: Deps) {
  const known = new Map<string, Known>()
  const shown = listsShown(onRead)
  const asked = new Set<string>()
  const edits: Edit[] = []
  const underway = new Map<string, Underway>()
  /** amended lists that the server has not sent since */
  const amended = new Set<string>()
  /** number of requests so far, and at the last event: earlier requests must be repeated */
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
    // the answer to this request, so it has its type
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
        // A later request was answered sooner.
        if (last?.asked !== undefined && last.asked > asked) return give(last)
        // Equal data keep their identity, so they are not rendered again.
        const isSame = last && JSON.stringify(last.body) === JSON.stringify(body)
        const answer = { status: 200, body: isSame ? last.body : body, at: Date.now(), asked }
        remember(address, answer)
        shown.give(question.target, list, answer.at)
        if (list === null) return body
        amended.delete(list)
        // These changes are later than the request: the answer may lack them.
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
    /** The server's answer, if it was requested after the last event and includes the user's own changes; else null. */
    const confirmed = (last: Known | undefined): Promise<Reply> | Reply | null => {
      const current = list === null ? undefined : underway.get(list)
      // the pending request is for this same list
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
    // Starts now rather than after the screen is shown: buttons wait for it.
    if (DECIDING.includes(question.target)) askServer().then(onLate, none)
    return giveUnconfirmed(kept)
  }

  /** Resolves to whether everything could be fetched. */
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
    /** Takes over the server's answer to a request made outside this API. */
    learn: ({ status, body, at, ...question }: EarlyAnswer): void => {
      const address = keyed(question)
      const { list } = address
      if (status === 200 || list !== null) remember(address, { status, body, at })
      if (list !== null) asked.add(list)
      shown.give(question.target, list, at)
    },
    /** for a screen that an event is about */
    leniently: ((work) => {
      hasNews = true
      questionsAtNews = questions
      return keeping(work)
    }) satisfies Leniently,
    /** Changes a known list, here and on the device, until the server sends it again. */
    amend: <E extends Endpoint>(target: E, { href: list }: Link, change: (reply: ReplyOf<E>) => ReplyOf<E>): void => {
      // the answer to this request, so it has its type
      const edit: Edit = { target, list, change: (body) => change(body as ReplyOf<E>) }
      edits.push(edit)
      const last = known.get(keyOf(list))
      if (last?.status === 200) keepWith(edit, last)
    },
    /** for a screen that shows the known data while the server cannot be asked */
    recall: async (work: () => Promise<void>): Promise<void> => {
      recalling += 1
      await work().finally(() => {
        recalling -= 1
      })
    },
    /** for a screen that shows cached data */
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
  /** address of the whole list; null if the device does not cache it */
  list: string | null
  key: string
}

function keyed({ target, link, input }: Question): Keyed {
  const isList = KEPT_LISTS.includes(target) && input.length === 0
  const list = isList ? (link?.href ?? API_BASE + target.path) : null
  return { target, list, key: JSON.stringify([link?.href ?? target.path, input]) }
}

/** Key of the request for a whole list. */
const keyOf = (list: string): string => JSON.stringify([list, []])

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

/** A server that is busy or unreachable. A permanent refusal is shown. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

interface Given {
  at: number
  isKept: boolean
  isHeld: boolean
  hasFailed: boolean
}

/** Tracks how current the lists on the screen are; calls `onRead` after each change. */
function listsShown(onRead: (read: ListsRead) => void) {
  const lists = new Map<string, Given>()
  /** lists that the server has sent since the page was loaded or the connection returned */
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
    /** Records the server's answer from that time (ms since the epoch); `list` is null if it is not a list. */
    give: (target: Endpoint, list: string | null, at: number, { isKept = false, hasFailed = false } = {}): void => {
      if (list === null) return
      if (!isKept) answered.add(list)
      lists.set(list, { at, isKept, isHeld: DECIDING.includes(target) && !answered.has(list), hasFailed })
      notify()
    },
    noteAsked: (list: string): void => void askedFor.add(list),
    /** Returns how to end it: lists that were not requested in between belong to an earlier screen, and are forgotten. */
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
