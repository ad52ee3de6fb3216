import type { Database } from '#database/engine/open-database.ts'
import { announce } from './announce.ts'
import type { Change } from './change.ts'

/** Long enough to share a message, and nothing beside the 2 s that a screen has (ms). */
const PAUSE = 100

/** For what has been committed: told a moment later together with all else, so that nobody waits for it. */
export function announceSoon({ kysely }: Pick<Database, 'kysely'>): (changes: readonly Change[]) => void {
  let waiting: Change[] = []
  return (changes) => {
    if (changes.length === 0) return
    if (waiting.length === 0)
      setTimeout(() => {
        const together = waiting
        waiting = []
        // A database that has just gone away: whoever is concerned sees it when they next look.
        announce(kysely, together).catch(() => undefined)
      }, PAUSE).unref()
    waiting.push(...changes)
  }
}
