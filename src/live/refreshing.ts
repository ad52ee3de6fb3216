import type { LiveKind, LiveNews } from '#contract/live.ts'

export interface RefreshMeans {
  /** whether what is on the screen is concerned */
  concerns: (kind: LiveKind) => boolean
  refresh: (kinds: ReadonlySet<LiveKind>) => void
  /** whether now: not while nobody sees it, nor while the person is changing it */
  isWanted: () => boolean
  random: () => number
}

/** Makes of much news few refreshes, each at a moment by chance within the news' spread, and none that is not wanted. */
export function createRefreshing({ concerns, refresh, isWanted, random }: RefreshMeans) {
  let waiting = new Set<LiveKind>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY

  const now = () => {
    timer = undefined
    due = Number.POSITIVE_INFINITY
    if (!isWanted() || waiting.size === 0) return
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
    /** It may be wanted again. */
    look: (): void => {
      if (timer === undefined) now()
    },
    stop: (): void => clearTimeout(timer),
  }
}
