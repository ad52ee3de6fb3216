import type { EventId } from './event-id.ts'
import type { News } from './news-of-change.ts'
import { isFor, type LiveReader } from './reader.ts'

export interface ToldNews {
  id: EventId
  news: News
}

/** Some half a minute of the busiest opening, and weeks of any other time; 1 MB. */
const KEPT = 10_000

/** Processes hear the same announcement at about the same time, and their clocks differ (ms). */
const TOLERANCE = 1_000

/** What was told lately, for who comes back after a break. */
export class RecentNews {
  readonly #kept: ToldNews[] = []
  /** nothing before it is known (ms since the epoch) */
  #since: number
  readonly #limit: number

  constructor(since: number, limit = KEPT) {
    this.#since = since
    this.#limit = limit
  }

  add(told: ToldNews): void {
    this.#kept.push(told)
    // All at once rather than each time: taking one from the front moves all others.
    if (this.#kept.length < 2 * this.#limit) return
    const [last] = this.#kept.splice(0, this.#limit).slice(-1)
    if (last) this.#since = last.id.at + 1
  }

  /** What this reader missed after `id`, or null when that can't be known any more. */
  after(id: EventId, reader: LiveReader, ownProcess: string): ToldNews[] | null {
    const from = id.process === ownProcess ? id.at + 1 : id.at - TOLERANCE
    if (from < this.#since) return null
    return this.#kept.filter((told) => told.id.at >= from && isFor(told.news.to, reader))
  }
}
