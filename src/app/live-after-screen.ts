import type { LiveSurroundings } from './live.ts'
import { serverNow } from './session.ts'

const AFTER_SCREEN_MS = 1_000

/** Hears of changes once the first screen stands, and of those since it began to load. Returns how to stop. */
export function followLive(surroundings: Omit<LiveSurroundings, 'since'>): () => void {
  const since = serverNow()
  let stop: (() => void) | undefined
  let isOver = false
  const start = async () => {
    const { startLive } = await import('./live.ts')
    if (!isOver) stop = startLive({ ...surroundings, since })
  }
  const timer = setTimeout(() => {
    // A release may have replaced the file meanwhile: this page goes without until it is loaded anew.
    start().catch(() => undefined)
  }, AFTER_SCREEN_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}
