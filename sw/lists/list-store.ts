import type { DBSchema } from 'idb'
import { schoolyearStart } from '#domain/calendar/school-year.ts'

export const DATABASE = 'lists'

/** Raised by one with each step in sw/lists/indexed-list-store.ts. */
export const DATABASE_VERSION = 1

/**
 * Hash of the schemas of the answers that this release keeps; tests/sw/kept-urls.test.ts checks it. A screen of this
 * release can't be shown an answer of another shape, nor may the server be sent its tag.
 */
export const KEPT_SHAPE = 'c75aaa70e957'

/** An answer of the server as it was given to one person. */
export interface KeptList {
  /** the id of that person */
  reader: number
  /** path and query */
  url: string
  /** 200, or 404: that there is no such thing is an answer too */
  status: number
  /** `KEPT_SHAPE` of the release that kept it */
  shape: string
  body: string
  etag: string | null
  /** when the server last said so, in ms since the epoch by the device's clock */
  keptAt: number
}

/** Whose lists these are. */
export interface Holding {
  /** nobody's while it is null: then nothing is kept */
  owner: number | null
  /** goes up with each logout, so that an answer which was asked for before is not kept after it */
  epoch: number
  /** time at which a kept answer became outdated (ms since the epoch) */
  outdatedAt: number
}

export interface ListDatabase extends DBSchema {
  lists: { key: [reader: number, url: string]; value: KeptList; indexes: { keptAt: number } }
  /** one, at the key 'now' */
  holding: { key: string; value: Holding }
}

/** Lets an answer be kept that was asked for when it was given out, unless somebody logged out since. */
export type Ticket = number

export interface Found {
  list: KeptList | null
  /** news was announced since it was kept */
  isOutdated: boolean
  /** null: nothing can be kept */
  ticket: Ticket | null
}

/** Store of the server's answers on the device, for one person at a time. */
export interface ListStore {
  find(reader: number, url: string): Promise<Found>
  /** For as long as they belong to its reader. */
  keep(list: KeptList, ticket: Ticket): Promise<void>
  /** The server gives it to this reader no more. */
  drop(reader: number, url: string, ticket: Ticket): Promise<void>
  /** Wipes what was kept for anybody else; for nobody (null), all. Gives whether they were not this owner's yet. */
  giveTo(owner: number | null): Promise<boolean>
  /** Replaces the body that is kept. The server's next answer takes its place, whatever its tag was. */
  amend(reader: number, url: string, body: string): Promise<void>
  /** Says that there is news, which the lists do not have. */
  outdate(): Promise<void>
}

/** No session lasts longer than this without a word from the server, so neither does what it keeps (decision 26). */
const LONGEST_SESSION_MS = 90 * 86_400_000

/** Answers kept before this (ms since the epoch) are useless: of a former school year, or of nobody's session. */
export const expiredBefore = (now: number): number => Math.max(schoolyearStart(now), now - LONGEST_SESSION_MS)

/** A store that is locked or broken may never answer; a list is not waited for longer than this. */
const TIMEOUT_MS = 1_000

const NOTHING: Found = { list: null, isOutdated: false, ticket: null }

/**
 * The same store for callers that can do without: a private window has none, a device may be full, the database may be broken
 * or of a newer version. Then nothing is kept and the server is asked. Only a wipe is never given up: what can't be
 * emptied is thrown away, and started again.
 */
export function forgivingStore(store: ListStore, throwAway: () => Promise<void>): ListStore {
  return {
    find: (reader, url) => Promise.race([store.find(reader, url), after(TIMEOUT_MS)]).catch(() => NOTHING),
    keep: (list, ticket) => store.keep(list, ticket).catch(() => store.drop(list.reader, list.url, ticket).catch(none)),
    drop: (reader, url, ticket) => store.drop(reader, url, ticket).catch(none),
    giveTo: async (owner) => {
      try {
        return await store.giveTo(owner)
      } catch {
        return throwAway()
          .then(() => store.giveTo(owner))
          .catch(() => false)
      }
    },
    amend: (reader, url, body) => store.amend(reader, url, body).catch(none),
    outdate: () => store.outdate().catch(none),
  }
}

const none = () => undefined

const after = (ms: number) => new Promise<Found>((resolve) => setTimeout(resolve, ms, NOTHING))
