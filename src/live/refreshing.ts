import type { AppEventMessage } from '#contract/app-events.ts'

interface RefreshDeps {
  refresh: (news: readonly AppEventMessage[]) => void
  /** false while nobody sees the screen, and while the user is changing it */
  isWanted: () => boolean
  random: () => number
}

/** Combines many events into few refreshes, each after a random delay within the events' spread, and only when wanted. */
export function createRefreshing({ refresh, isWanted, random }: RefreshDeps) {
  let waiting = new Map<string, AppEventMessage>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY

  const take = (): readonly AppEventMessage[] => {
    clearTimeout(timer)
    timer = undefined
    due = Number.POSITIVE_INFINITY
    const events = [...waiting.values()]
    waiting = new Map()
    return events
  }
  const now = () => {
    timer = undefined
    due = Number.POSITIVE_INFINITY
    if (isWanted() && waiting.size > 0) refresh(take())
  }

  return {
    note: (news: AppEventMessage): void => {
      waiting.set(`${news.name} ${news.own ?? false}`, news)
      const wait = random() * news.spread
      if (performance.now() + wait >= due) return
      clearTimeout(timer)
      due = performance.now() + wait
      timer = setTimeout(now, wait)
    },
    /** Refreshes if that has become possible. */
    look: (): void => {
      if (timer === undefined) now()
    },
    /** Takes the pending events: they are being fetched already. */
    take,
    stop: (): void => clearTimeout(timer),
  }
}
