import type { ListsRead } from '#src/offline/connection.machine.ts'

/** How true the lists are that were given to the screens; `onRead` hears of it with each. */
export function listsShown(onRead: (read: ListsRead) => void) {
  const lists = new Map<string, { at: number; isKept: boolean }>()

  const tell = (hasFailed = false) => {
    const shown = [...lists.values()]
    onRead({
      areKept: shown.some(({ isKept }) => isKept),
      hasFailed,
      updatedAt: shown.length > 0 ? Math.min(...shown.map(({ at }) => at)) : null,
    })
  }

  return {
    /** What the server said at that time (ms since the epoch) was given; null where it is no list. */
    give: (list: string | null, at: number, { isKept = false, hasFailed = false } = {}): void => {
      if (list === null) return
      lists.set(list, { at, isKept })
      tell(hasFailed)
    },
    /** Those of former screens are nobody's concern any more. */
    clear: (): void => lists.clear(),
    tell,
  }
}
