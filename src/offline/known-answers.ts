import { API_BASE, type Endpoint } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { KEPT_LISTS } from '#sw/messages.ts'
import type { KeptList } from './kept-list.ts'

/** Most answers to remember: those of one screen and of the one before. */
const MAX_KNOWN = 12

export type OnKnown = (target: Endpoint, reply: unknown) => void

/** `asked`: number of the request that it answers; omitted if requested outside this API, or not at all */
export type Known = Pick<KeptList, 'status' | 'body' | 'at'> & { asked?: number }

export interface Question {
  target: Endpoint
  /** null if the endpoint's own address is used */
  link: Link | null
  input: unknown[]
}

export interface Keyed {
  target: Endpoint
  /** address of the whole list; null if the device does not cache it */
  list: string | null
  key: string
}

export function keyed({ target, link, input }: Question): Keyed {
  const isList = KEPT_LISTS.includes(target) && input.length === 0
  const list = isList ? (link?.href ?? API_BASE + target.path) : null
  return { target, list, key: JSON.stringify([link?.href ?? target.path, input]) }
}

/** Key of the request for a whole list. */
const keyOf = (list: string): string => JSON.stringify([list, []])

/** The user's own change to a list. */
interface Edit {
  target: Endpoint
  list: string
  change: (body: unknown) => unknown
}

export interface MemoryDeps {
  /** called with each new version of a whole list */
  onKnown: OnKnown
  /** changes the list in the device's cache */
  keepAmended: (url: string, body: unknown) => void
}

/** Remembers the server's last answers, and adds the user's own changes to those that may lack them. */
export function createKnownAnswers({ onKnown, keepAmended }: MemoryDeps) {
  const lastAnswers = new Map<string, Known>()
  const edits: Edit[] = []
  /** lists with a change that the server has not sent since */
  const amended = new Set<string>()

  const remember = ({ target, list, key }: Keyed, answer: Known) => {
    if (list !== null && answer.status === 200) onKnown(target, answer.body)
    lastAnswers.delete(key)
    lastAnswers.set(key, answer)
    for (const [oldest] of lastAnswers) if (lastAnswers.size > MAX_KNOWN) lastAnswers.delete(oldest)
  }
  const keepWith = ({ target, list, change }: Edit, last: Known): void => {
    const body = change(last.body)
    if (body === last.body) return
    remember({ target, list, key: keyOf(list) }, { ...last, body })
    keepAmended(list, body)
    amended.add(list)
  }

  return {
    last: ({ key }: Keyed) => lastAnswers.get(key),
    remember,
    isAmended: (list: string): boolean => amended.has(list),
    countEdits: (): number => edits.length,
    /** Changes a list if it is known, and in answers to requests that were made before. */
    amend: (edit: Edit): void => {
      edits.push(edit)
      const last = lastAnswers.get(keyOf(edit.list))
      if (last?.status === 200) keepWith(edit, last)
    },
    /** Takes over the server's answer to a request that was made after `before` own changes. Returns what is valid now. */
    takeOver: (address: Keyed, body: unknown, { asked, before }: { asked: number; before: number }): Known => {
      const { list, key } = address
      const last = list === null ? undefined : lastAnswers.get(key)
      // Equal data keep their identity, so they are not rendered again.
      const isSame = last && JSON.stringify(last.body) === JSON.stringify(body)
      const answer = { status: 200, body: isSame ? last.body : body, at: Date.now(), asked }
      remember(address, answer)
      if (list === null) return answer
      amended.delete(list)
      // These changes are later than the request: the answer may lack them.
      for (const later of edits.slice(before)) if (later.list === list) keepWith(later, lastAnswers.get(key) ?? answer)
      return lastAnswers.get(key) ?? answer
    },
  }
}
