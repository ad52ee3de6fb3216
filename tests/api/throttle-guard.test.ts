import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { type Counter, createGuard } from '#api-server/platform/throttle.ts'
import { Problem } from '#server/problem.ts'

/** A counter that takes some turns to answer, so that its answer is outdated. */
function slowCounter(max: number): Counter {
  let used = 0
  return {
    keyOf: () => 'sam',
    add: async () => {
      used += 1
    },
    look: async () => {
      const left = Math.max(0, max - used)
      for (let n = 0; n < 20; n++) await undefined
      return { left, problem: new Problem('too-many-requests', { retryAfter: 1 }) }
    },
  }
}

// The guard only hands it on to its counter.
const request = {} as FastifyRequest

test('an attempt that ends while another looks is not overlooked', async () => {
  const guard = createGuard<string>(slowCounter(3), () => true)
  let attempts = 0
  const guess = async (turnsLater: number) => {
    for (let n = 0; n < turnsLater; n++) await undefined
    return guard(request, 'sam', async () => {
      attempts += 1
      return 'wrong'
    }).catch((error: unknown) => (error instanceof Problem ? error.reason : error))
  }
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)))
  expect(attempts).toBe(3)
  expect(answers.filter((answer) => answer === 'too-many-requests')).toHaveLength(37)
})

test('an unforeseen failure gives its place back, and its error is passed on', async () => {
  const guard = createGuard<string>(slowCounter(1), () => false)
  const fail = () => guard(request, 'sam', () => Promise.reject(new Error('away')))
  for (let n = 0; n < 3; n++) await expect(fail()).rejects.toThrow('away')
  expect(await guard(request, 'sam', async () => 'right')).toBe('right')
})
