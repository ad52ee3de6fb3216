/** Values of a row in the columns by which its list is ordered. */
export type Place = readonly (number | string)[]

/** Where pages of one list end that were read last. */
export interface Places {
  /** place of the last row before this page; undefined if that page was not read just now */
  before(page: number): Place | undefined
  /** notes the last row of a page */
  note(page: number, last: Place): void
}

/** Number of lists whose places are kept, enough for a few systems at once. */
const MOST_LISTS_KEPT = 200

/**
 * Keeps where pages ended, so that a system that reads page after page costs the same for each of them: counting to a page far
 * into a list reads all rows before it. Of each list the last two are kept, since a page may be asked for again. In memory:
 * another process, or one that was started again, counts once.
 */
export function createPlaces(): (list: string) => Places {
  const lists = new Map<string, ReadonlyMap<number, Place>>()
  return (list) => ({
    before: (page) => lists.get(list)?.get(page - 1),
    note: (page, last) => {
      const previous = lists.get(list)?.get(page - 1)
      lists.delete(list)
      lists.set(list, new Map([...(previous ? [[page - 1, previous] as const] : []), [page, last]]))
      for (const oldest of lists.keys()) {
        if (lists.size <= MOST_LISTS_KEPT) break
        lists.delete(oldest)
      }
    },
  })
}
