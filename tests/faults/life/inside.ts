import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { leapTo, shiftClock } from './shifted-clock.ts'

/**
 * Loaded into each server of a long life, and into what is run beside them: it has the clock of that life, leaps on
 * request, and reports what it holds on to.
 */
shiftClock(Number(process.env.LIFE_AHEAD ?? 0))

/** Resources that a server holds after a full garbage collection. */
export interface Held {
  /** bytes */
  heap: number
  rss: number
  /** timers, sockets and files that keep it alive */
  handles: number
}

type Request = { leapTo: number } | { report: true }

process.on('message', (request: Request) => {
  if ('leapTo' in request) return leapTo(request.leapTo)
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') for (let time = 0; time < 2; time++) collect({ type: 'major', execution: 'sync' })
  const { heapUsed, external, rss } = process.memoryUsage()
  const held: Held = { heap: heapUsed + external, rss, handles: process.getActiveResourcesInfo().length }
  process.send?.(held)
})
// Listening alone keeps nothing alive.
process.channel?.unref()

// The control: a server that keeps a little more each tenth of a second has to be found out.
if (process.env.LIFE_LEAK) {
  const kept: unknown[] = []
  setInterval(() => kept.push(new Array(Number(process.env.LIFE_LEAK)).fill(kept.length)), 100).unref()
}
