import type { LiveNews } from '#contract/app-events.ts'

interface RefreshDeps {
  refresh: (news: readonly LiveNews[]) => void
  /** whether now: not while nobody sees it, nor while the person is changing it */
  isWanted: () => boolean
  random: () => number
}

/** Makes of much news few refreshes, each at a moment by chance within the news' spread, and none that is not wanted. */
export function createRefreshing({ refresh, isWanted, random }: RefreshDeps) {
  let waiting = new Map<string, LiveNews>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY

  const take = (): readonly LiveNews[] => {
    clearTimeout(timer)
    timer = undefined
    due = Number.POSITIVE_INFINITY
    const news = [...waiting.values()]
    waiting = new Map()
    return news
  }
  const now = () => {
    timer = undefined
    due = Number.POSITIVE_INFINITY
    if (isWanted() && waiting.size > 0) refresh(take())
  }

  return {
    note: (news: LiveNews): void => {
      waiting.set(`${news.name} ${news.own ?? false}`, news)
      const wait = random() * news.spread
      if (performance.now() + wait >= due) return
      clearTimeout(timer)
      due = performance.now() + wait
      timer = setTimeout(now, wait)
    },
    /** It may be wanted again. */
    look: (): void => {
      if (timer === undefined) now()
    },
    /** The announced changes are being fetched already. */
    take,
    stop: (): void => clearTimeout(timer),
  }
}
