import type { Found, ListStore } from './list-store.ts'

/** A store that is locked or broken may never answer; a list is not waited for longer than this. */
const PATIENCE_MS = 1_000

const NOTHING: Found = { list: null, isOutdated: false, ticket: null }

/**
 * The same store for whoever can do without: a private window has none, a device may be full, the database may be broken
 * or of a newer version. Then nothing is kept and the server is asked. Only a wipe is never given up: what can't be
 * emptied is thrown away, and begun anew.
 */
export function forgivingStore(store: ListStore, throwAway: () => Promise<void>): ListStore {
  return {
    find: (reader, url) => Promise.race([store.find(reader, url), after(PATIENCE_MS)]).catch(() => NOTHING),
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
