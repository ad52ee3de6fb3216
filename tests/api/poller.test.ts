import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPoller } from '#server/poller.ts'

const HOUR = 3_600_000

/** Polls by turns, each of which gives the ms until the next, and stops after the last; returns how often it warned. */
async function pollBy(turns: ((wake: () => void) => number)[]): Promise<number> {
  const ended = Promise.withResolvers<void>()
  let warnings = 0
  const poller = startPoller({
    poll: async () => {
      await nextTurn()
      const turn = turns.shift()
      if (!turn) ended.resolve()
      return turn?.(poller.wake) ?? HOUR
    },
    warning: 'it could not poll',
    log: { warn: () => warnings++ },
    afterFailure: 0,
  })
  await ended.promise
  await poller.stop()
  return warnings
}

const works = () => 0
const fails = () => {
  throw new Error('The database is away.')
}

test('polls that fail are warned of once, and again after one that succeeded', async () => {
  expect(await pollBy([fails, fails, works, fails])).toBe(2)
})

test('woken while it polls, it polls again without the pause', async () => {
  const woken = (wake: () => void) => {
    wake()
    return HOUR
  }
  expect(await pollBy([woken])).toBe(0)
})
