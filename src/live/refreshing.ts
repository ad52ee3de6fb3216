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
  let due = Number.POSITIVE_INFINITY

  const now = () => {
    timer = undefined
    due = Number.POSITIVE_INFINITY
    if (!isVisible() || waiting.size === 0) return
    const kinds = waiting
    waiting = new Set()
    refresh(kinds)
  }

  return {
    hear: ({ kind, spread }: LiveNews): void => {
      if (!concerns(kind)) return
      waiting.add(kind)
      const wait = random() * spread
      if (performance.now() + wait >= due) return
      clearTimeout(timer)
      due = performance.now() + wait
      timer = setTimeout(now, wait)
    },
    /** Somebody looks at the page again. */
    look: (): void => {
      if (timer === undefined) now()
    },
    stop: (): void => clearTimeout(timer),
  }
}
