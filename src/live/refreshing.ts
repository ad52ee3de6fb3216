import type { LiveKind, LiveNews } from '#contract/live.ts'

export interface RefreshMeans {
  /** whether what is on the screen is concerned */
  concerns: (kind: LiveKind) => boolean
  refresh: (kinds: ReadonlySet<LiveKind>) => void
  isVisible: () => boolean
  random: () => number
}

/** Makes of much news few refreshes, each at a moment by chance within the news' spread, and none that nobody would see. */
export function createRefreshing({ concerns, refresh, isVisible, random }: RefreshMeans) {
  let waiting = new Set<LiveKind>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const now = () => {
    timer = undefined
    if (!isVisible() || waiting.size === 0) return
    const kinds = waiting
    waiting = new Set()
    refresh(kinds)
  }

  return {
    hear: ({ kind, spread }: LiveNews): void => {
      if (!concerns(kind)) return
      waiting.add(kind)
      timer ??= setTimeout(now, random() * spread)
    },
    /** Somebody looks at the page again. */
    look: (): void => {
      if (timer === undefined) now()
    },
    stop: (): void => clearTimeout(timer),
  }
}
