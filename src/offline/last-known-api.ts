import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ListsRead, Renewal } from './connection.machine.ts'
import type { KeptList } from './kept-list.ts'
import { createKnownAnswers, type Keyed, type Known, keyed, type MemoryDeps, type Question } from './known-answers.ts'
import { DECIDING, listsShown } from './lists-shown.ts'

/** Time (ms) that a screen with cached data waits for newer data before showing them. */
const KEPT_TIMEOUT_MS = 1_500
/** Time (ms) that a screen waits if its cached data already contain the student's own change. */
const TIMEOUT_AFTER_CHANGE_MS = 4_000

export type Leniently = (work: () => Promise<void>) => Promise<boolean>

interface Deps extends MemoryDeps {
  /** reads the device's cached list, which may be old */
  keptList: (url: string) => Promise<KeptList | null>
  /** whether the server is known to be unreachable: lists then do not wait for it, since others poll it */
  isGone: () => boolean
  /** called with how current the lists on the screen are */
  onRead: (read: ListsRead) => void
  /** called if a newer version arrives after a screen got an older one */
  onLate: () => void
}

export type EarlyAnswer = Question & Known

export type LastKnownApi = ReturnType<typeof lastKnownApi>

/** A question to the server, and how it is asked. */
type Asked<Reply> = Keyed & { ask: () => Promise<Reply> }

/**
 * The same API, with a memory of its answers. The first request for a list that the device caches gets the cached list at once.
 * After that the server is asked, and if it cannot answer, the last answer is used. Other data are kept only while the screen
 * refetches by itself (`leniently`): a busy server must not remove what the user is reading or typing. The server's answer to
 * the user's own change is valid from then on (`amend`), until its next list.
 */
export function lastKnownApi(api: Api, deps: Deps) {
  const { keptList, isGone, onRead, onLate } = deps
  const answers = createKnownAnswers(deps)
  const readLists = listsShown(onRead)
  const requests = numberRequests(answers.countEdits)
  const askedLists = new Set<string>()
  /** lists that are being looked for on the device: a second reader waits for the answer of the first */
  const looking = new Map<string, Promise<unknown>>()
  let confirming = 0
  let recalling = 0
  let hasNews = false
  let lenient = 0
  let missed = false

  const giveUnconfirmed = <Reply>({ target, list }: Keyed, last: Known, hasFailed = false): Reply => {
    readLists.give(target, list, last.at, { isKept: true, hasFailed })
    return give(last)
  }
  const askServer = <Reply>(question: Asked<Reply>): Promise<Reply> =>
    requests.start(question.list, async (request) => {
      const { target, list, ask } = question
      try {
        const body = await ask()
        const last = list === null ? undefined : answers.last(question)
        // A later request was answered sooner.
        if (last?.asked !== undefined && last.asked > request.asked) return give(last)
        const answer = answers.takeOver(question, body, request)
        readLists.give(target, list, answer.at)
        return give(answer)
      } catch (error) {
        if (isMissing(error)) {
          const missing = { status: 404, body: error.details, at: Date.now(), asked: request.asked }
          if (list !== null) answers.remember(question, missing)
          readLists.give(target, list, missing.at)
        }
        const last = answers.last(question)
        if (!last || !isPassing(error) || (list === null && lenient === 0)) throw error
        missed = true
        return giveUnconfirmed(question, last, true)
      }
    })
  const askServerWithin = async <Reply>(timeout: number, question: Asked<Reply>, last: Known): Promise<Reply> => {
    const asking = askServer(question)
    const answer = await Promise.race([asking, after(timeout, LATE)])
    if (answer !== LATE) return answer
    asking.then(onLate, none)
    return giveUnconfirmed(question, answers.last(question) ?? last)
  }

  /** For a list that no screen asked for before: the device may have it. */
  const readFirst = async <Reply>(question: Asked<Reply>, list: string): Promise<Reply> => {
    askedLists.add(list)
    const look = keptList(list)
    looking.set(list, look)
    const kept = await look
    looking.delete(list)
    if (!kept) return askServer(question)
    answers.remember(question, kept)
    if (isGone()) return giveUnconfirmed(question, kept)
    if (hasNews || kept.isOutdated) return askServerWithin(KEPT_TIMEOUT_MS, question, kept)
    // Starts now rather than after the screen is shown: buttons wait for it.
    if (DECIDING.includes(question.target)) askServer(question).then(onLate, none)
    return giveUnconfirmed(question, kept)
  }
  const readAgain = async <Reply>(question: Asked<Reply>, list: string): Promise<Reply> => {
    const look = looking.get(list)
    if (look) await look
    const last = answers.last(question)
    if (last && (recalling > 0 || isGone())) return giveUnconfirmed(question, last, true)
    const isAmended = answers.isAmended(list)
    if (confirming > 0 && !isAmended) {
      const current = requests.current<Reply>(list)
      if (current) return current
      if (last && requests.isCurrent(last)) return give(last)
    }
    return last && isAmended ? askServerWithin(TIMEOUT_AFTER_CHANGE_MS, question, last) : askServer(question)
  }
  const read = <Reply>(asking: Question, ask: () => Promise<Reply>): Promise<Reply> => {
    const question = { ...keyed(asking), ask }
    const { list } = question
    if (list === null) return askServer(question)
    readLists.noteAsked(list)
    return askedLists.has(list) ? readAgain(question, list) : readFirst(question, list)
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
      if (status === 200 || list !== null) answers.remember(address, { status, body, at })
      if (list !== null) askedLists.add(list)
      readLists.give(question.target, list, at)
    },
    /** for a screen that an event is about */
    leniently: ((work) => {
      hasNews = true
      requests.noteNews()
      return keeping(work)
    }) satisfies Leniently,
    /** Changes a known list, here and on the device, until the server sends it again. */
    amend: <E extends Endpoint>(target: E, { href: list }: Link, change: (reply: ReplyOf<E>) => ReplyOf<E>): void =>
      // the answer to this request, so it has its type
      answers.amend({ target, list, change: (body) => change(body as ReplyOf<E>) }),
    /** for a screen that shows the known data while the server cannot be asked */
    recall: async (work: () => Promise<void>): Promise<void> => {
      recalling += 1
      await work().finally(() => {
        recalling -= 1
      })
    },
    /** for a screen that shows cached data */
    renew: async (work: () => Promise<void>, { why }: Renewal): Promise<void> => {
      if (why !== 'kept') requests.noteNews()
      const end = readLists.beginRenewal(why === 'back')
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

function give<Reply>({ status, body }: Known): Reply {
  if (status === 404) throw new ApiError({ status, reason: 'not-found', details: body })
  // the answer to this request, so it has its type
  return body as Reply
}

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

/** A server that is busy or unreachable. A permanent refusal is shown. */
const isPassing = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

interface Numbered {
  asked: number
  /** number of own changes before the request */
  before: number
}

/** Numbers requests, to know which are from before the last event or an own change: what those ask for must be asked again. */
function numberRequests(countEdits: () => number) {
  const underway = new Map<string, Numbered & { answer: Promise<unknown> }>()
  let count = 0
  let countAtNews = 0
  const isCurrent = ({ asked }: { asked?: number }): boolean => asked !== undefined && asked > countAtNews

  return {
    noteNews: () => {
      countAtNews = count
    },
    /** Whether this answers a request that was made after the last event. */
    isCurrent,
    /** Answer to a pending request for the list, if it will include everything that is known here. */
    current: <Reply>(list: string): Promise<Reply> | undefined => {
      const pending = underway.get(list)
      // the pending request is for this same list
      return pending && isCurrent(pending) && pending.before === countEdits()
        ? (pending.answer as Promise<Reply>)
        : undefined
    },
    start: async <Reply>(list: string | null, ask: (request: Numbered) => Promise<Reply>): Promise<Reply> => {
      count += 1
      const request = { asked: count, before: countEdits() }
      const answer = ask(request)
      if (list === null) return answer
      const mine = { ...request, answer }
      underway.set(list, mine)
      return answer.finally(() => {
        if (underway.get(list) === mine) underway.delete(list)
      })
    },
  }
}
