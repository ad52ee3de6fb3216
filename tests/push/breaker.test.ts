import { expect, test } from 'vitest'
import type { Outcome } from '#push-server/jobs/push.ts'
import { Breaker } from '#push-server/sender/breaker.ts'

const SENT: Outcome = { kind: 'sent' }
const failed = (wait = 0): Outcome => ({ kind: 'later', why: '503', wait })

/** Sends this many pushes that the breaker lets through, one after the other, each with this outcome. */
function send(breaker: Breaker, times: number, outcome: Outcome, { now = 0, attempts = 1 } = {}) {
  for (let time = 0; time < times; time++) breaker.start(now)?.(outcome, now, attempts)
  return breaker
}
const down = (wait = 0) => send(new Breaker(), 30, failed(wait))
const maySend = (breaker: Breaker, now: number) => breaker.start(now) !== null

test('nothing is sent for a while once nearly all of the latest thirty answers are failures', () => {
  expect(down().isOpen(0)).toBe(true)
  expect(maySend(down(), 0)).toBe(false)
  expect(down().until).toBeGreaterThanOrEqual(5_000)
  const nearly = send(send(send(new Breaker(), 1, failed()), 3, SENT), 25, failed())
  expect(nearly.isOpen(0)).toBe(false)
  expect(send(nearly, 1, failed()).isOpen(0)).toBe(true)
})

test('a share of bad answers is no reason to stop, in whatever order, nor are some in a row', () => {
  const breaker = new Breaker()
  for (let time = 0; time < 500; time++) {
    send(breaker, 20, failed())
    send(breaker, 4, SENT)
    expect(breaker.isOpen(0)).toBe(false)
  }
  expect(send(new Breaker(), 26, failed()).isOpen(0)).toBe(false)
})

test('devices that fail at every attempt stop nobody else', () => {
  const breaker = send(new Breaker(), 300, failed(3_600_000), { attempts: 2 })
  expect(maySend(breaker, 0)).toBe(true)
  expect(send(breaker, 26, failed()).isOpen(0)).toBe(false)
})

test('any answer but a failure is a success: the push service works', () => {
  const breaker = new Breaker()
  for (let time = 0; time < 20; time++) {
    send(breaker, 2, { kind: 'gone', why: '410' })
    send(breaker, 2, { kind: 'refused', why: '403' })
    send(breaker, 20, failed())
  }
  expect(breaker.isOpen(0)).toBe(false)
})

test('what failed more than a minute ago says nothing', () => {
  const breaker = send(new Breaker(), 26, failed())
  send(breaker, 26, failed(), { now: 60_000 })
  expect(breaker.isOpen(60_000)).toBe(false)
})

test('then five pushes at a time are sent to see; when one arrives all may follow', () => {
  const breaker = down()
  const now = breaker.until
  expect(maySend(breaker, now - 1)).toBe(false)
  const trials = Array.from({ length: 5 }, () => breaker.start(now))
  expect(trials).not.toContain(null)
  expect(maySend(breaker, now)).toBe(false)
  trials[0]?.(failed(), now, 1)
  expect(maySend(breaker, now)).toBe(true)
  trials[1]?.(SENT, now, 1)
  expect(Array.from({ length: 50 }, () => maySend(breaker, now))).not.toContain(false)
})

test('those still under way when it closes again take no place of the next five', () => {
  const breaker = down()
  const now = breaker.until
  const trials = Array.from({ length: 5 }, () => breaker.start(now))
  for (const note of trials.slice(1)) note?.(failed(), now, 1)
  const slow = Array.from({ length: 4 }, () => breaker.start(now))
  expect(slow).not.toContain(null)
  trials[0]?.(failed(), now, 1)
  const again = breaker.until
  expect(again).toBeGreaterThan(now)
  const next = Array.from({ length: 6 }, () => maySend(breaker, again))
  expect(next).toEqual([true, true, true, true, true, false])
  slow[0]?.(failed(), again, 1)
  expect(maySend(breaker, again)).toBe(false)
})

test('when none of the five arrives the while is longer, to five minutes', () => {
  const breaker = down()
  let longest = 0
  for (let time = 0; time < 20; time++) {
    const again = breaker.until
    send(breaker, 4, failed(), { now: again })
    expect(breaker.isOpen(again)).toBe(false)
    send(breaker, 1, failed(), { now: again })
    longest = Math.max(longest, breaker.until - again)
  }
  expect(longest).toBeGreaterThanOrEqual(150_000)
  expect(longest).toBeLessThanOrEqual(300_000)
})

test('devices that fail at every attempt take no part in that: they are tried five at a time until another is there', () => {
  const breaker = down()
  const now = breaker.until
  send(breaker, 300, failed(), { now, attempts: 2 })
  expect(breaker.isOpen(now)).toBe(false)
  send(breaker, 1, SENT, { now })
  expect(Array.from({ length: 50 }, () => maySend(breaker, now))).not.toContain(false)
})

test('a Retry-After is never undercut, also one that arrives while it is open', () => {
  const breaker = new Breaker()
  const underWay = Array.from({ length: 32 }, () => breaker.start(0))
  for (const note of underWay.slice(0, 30)) note?.(failed(900_000), 0, 1)
  expect(breaker.until).toBe(900_000)
  underWay[30]?.(failed(1_800_000), 0, 1)
  expect(breaker.until).toBe(1_800_000)
  underWay[31]?.(failed(), 0, 1)
  expect(breaker.until).toBe(1_800_000)
})
