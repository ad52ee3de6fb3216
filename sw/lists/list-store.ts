import type { DBSchema } from 'idb'
import { schoolyearStart } from '#domain/calendar/school-year.ts'

export const DATABASE = 'lists'

/** Increase it with each step in sw/lists/indexed-list-store.ts. */
export const DATABASE_VERSION = 1

/**
 * Hash of the schemas of the cached answers; tests/sw/kept-urls.test.ts checks it. Screens of this release cannot show an
 * answer of another shape, and its tag must not be sent to the server.
 */
export const KEPT_SHAPE = 'bcb7c8ecf2e7'

/** The server's answer to one user. */
export interface KeptList {
  /** that user's id */
  reader: number
  /** path and query */
  url: string
  /** 200 or 404: that something does not exist is an answer too */
  status: number
  /** `KEPT_SHAPE` of the release that cached it */
  shape: string
  body: string
  etag: string | null
  /** when the server last confirmed it, in ms since the epoch by the device's clock */
  keptAt: number
}

export interface Holding {
  /** null: nobody, and nothing is cached */
  owner: number | null
  /** increases with each logout, so that an answer requested before it is not cached after it */
  epoch: number
  /** ms since the epoch; answers cached before are outdated */
  outdatedAt: number
}

/**
 * State of the emptied store once it is this user's, or nobody's. The next user may have sent requests before the worker knew of
 * them: those answers may be cached, those requested before a logout not.
 */
export const handedTo = (owner: number | null, { epoch }: Holding): Holding => ({
  owner,
  epoch: owner === null ? epoch + 1 : epoch,
  outdatedAt: 0,
})

export interface ListDatabase extends DBSchema {
  lists: { key: [reader: number, url: string]; value: KeptList; indexes: { keptAt: number } }
  /** one record, with the key 'now' */
  holding: { key: string; value: Holding }
}

/** Number given with a request, which lets its answer be cached unless somebody has logged out since. */
export type Ticket = number

export interface Found {
  list: KeptList | null
  /** a change was announced since it was cached */
  isOutdated: boolean
  /** null: nothing can be cached */
  ticket: Ticket | null
}

/** Whether an answer to this reader may still be cached: the reader has not logged out since it was requested. */
export const mayKeep = ({ owner, epoch }: Holding, reader: number, ticket: Ticket): boolean =>
  owner === reader && epoch === ticket

/** Store of the server's answers on the device, for one user at a time. */
export interface ListStore {
  find(reader: number, url: string): Promise<Found>
  /** Stores the list if the current owner is its reader. */
  keep(list: KeptList, ticket: Ticket): Promise<void>
  /** Deletes a list that the server no longer gives to this reader. */
  drop(reader: number, url: string, ticket: Ticket): Promise<void>
  /** Deletes the lists of everybody else; null deletes all. Resolves to whether the owner changed. */
  giveTo(owner: number | null): Promise<boolean>
  /** Replaces a stored body. The server's next answer replaces it, whatever its tag was. */
  amend(reader: number, url: string, body: string): Promise<void>
  /** Marks all lists as outdated, because of a change. */
  outdate(): Promise<void>
}

/** Longest session without contact with the server, and so of what it caches. */
const LONGEST_SESSION_MS = 90 * 86_400_000

/** Answers cached before this (ms since the epoch) are useless: from an earlier school year, or from no valid session. */
export const expiredBefore = (now: number): number => Math.max(schoolyearStart(now), now - LONGEST_SESSION_MS)

/** Longest wait for the store, which may be locked or broken (ms). */
const TIMEOUT_MS = 1_000

const NOTHING: Found = { list: null, isOutdated: false, ticket: null }

/**
 * The same store for callers that can do without it: a private window has none, a device may be full, the database may be
 * broken or of a newer version. Then nothing is cached and the server is asked. Only deleting is never skipped: a store that
 * cannot be emptied is deleted and created again.
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
