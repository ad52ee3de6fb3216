import { expect, test } from 'vitest'
import { Breaker } from '#push-server/sender/breaker.ts'
import type { Outcome } from '#push-server/sender/outcome.ts'

const SENT: Outcome = { kind: 'sent' }
const failed = (wait = 0): Outcome => ({ kind: 'later', why: '503', wait })

function failing(breaker: Breaker, times: number, now = 0, wait = 0) {
  for (let time = 0; time < times; time++) breaker.note(failed(wait), now)
  return breaker
}

test('four failures in a row are no reason to stop, nor are many with a success between', () => {
  const breaker = failing(new Breaker(), 4)
  expect(breaker.mayStart(0)).toBe(true)
  for (let time = 0; time < 50; time++) {
    breaker.note(SENT, 0)
    failing(breaker, 4)
  }
  expect(breaker.mayStart(0)).toBe(true)
})

test('after five nothing is sent for a while, and then one push to see', () => {
  const breaker = failing(new Breaker(), 5)
  expect(breaker.mayStart(0)).toBe(false)
  expect(breaker.until).toBeGreaterThanOrEqual(5_000)
  expect(breaker.mayStart(breaker.until - 1)).toBe(false)
  expect(breaker.mayStart(breaker.until)).toBe(true)
  expect(breaker.mayStart(breaker.until)).toBe(false)
})

test('when that one arrives all may follow; when it does not, the while is longer, to five minutes', () => {
  const well = failing(new Breaker(), 5)
  const now = well.until
  expect(well.mayStart(now)).toBe(true)
  well.note(SENT, now)
  expect([well.mayStart(now), well.mayStart(now)]).toEqual([true, true])

  const ill = failing(new Breaker(), 5)
  let longest = 0
  for (let time = 0; time < 20; time++) {
    const again = ill.until
    expect(ill.mayStart(again)).toBe(true)
    ill.note(failed(), again)
    longest = Math.max(longest, ill.until - again)
  }
  expect(longest).toBeGreaterThanOrEqual(150_000)
  expect(longest).toBeLessThanOrEqual(300_000)
})

test('any other answer is a success: the push service works', () => {
  const breaker = failing(new Breaker(), 4)
  breaker.note({ kind: 'gone', why: '410' }, 0)
  failing(breaker, 4)
  breaker.note({ kind: 'refused', why: '403' }, 0)
  failing(breaker, 4)
  expect(breaker.mayStart(0)).toBe(true)
})

test('a Retry-After is never undercut, also one that arrives while it is open', () => {
  const breaker = failing(new Breaker(), 5, 0, 900_000)
  expect(breaker.until).toBe(900_000)
  breaker.note(failed(1_800_000), 0)
  expect(breaker.until).toBe(1_800_000)
  breaker.note(failed(), 0)
  expect(breaker.until).toBe(1_800_000)
})
