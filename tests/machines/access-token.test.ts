import { describe, expect, it, vi } from 'vitest'
import { deviceClock, readAccessToken, timeLeft } from '#src/session/session-storage.ts'
import { MINUTE, NOON } from './support/session-stage.ts'
import { accessJwt } from './support/tokens.ts'

describe('an access token', () => {
  it('contains its user, and the server’s clock', () => {
    const access = readAccessToken(accessJwt({ userId: 7, issuedAt: NOON }), NOON - 3 * MINUTE)
    expect(access).toMatchObject({ userId: 7, lifetime: 15 * MINUTE, clockOffset: 3 * MINUTE })
  })

  it.each([-2, 0, 2])('may be used for 10 minutes on a device whose clock is %i hours off', (hours) => {
    const received = NOON + hours * 60 * MINUTE
    const access = readAccessToken(accessJwt({ userId: 7, issuedAt: NOON }), received)
    expect(timeLeft(access, received)).toBe(10 * MINUTE)
  })

  it('keeps half its life when that is short, so that it is not refreshed without end', () => {
    const access = readAccessToken(accessJwt({ userId: 7, issuedAt: NOON, lifetimeSeconds: 60 }), NOON)
    expect(timeLeft(access, NOON)).toBe(30_000)
  })

  it('is not used when it was kept from before the clock was set back', () => {
    const access = readAccessToken(accessJwt({ userId: 7, issuedAt: NOON }), NOON)
    expect(timeLeft(access, NOON - 60 * MINUTE)).toBe(0)
  })

  it.each(['', 'abc', 'a.b.c', `x.${btoa('{"sub":"7"}')}.y`])('is not made of %j', (text) => {
    expect(() => readAccessToken(text, NOON)).toThrow()
  })
})

describe('the clock of a device', () => {
  it('does not run back when someone sets it back, and goes on when the phone slept', () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date', 'performance'] })
    const now = deviceClock()
    vi.advanceTimersByTime(MINUTE)
    expect(now()).toBe(NOON + MINUTE)
    vi.setSystemTime(NOON - 60 * MINUTE)
    vi.advanceTimersByTime(MINUTE)
    expect(now()).toBe(NOON + 2 * MINUTE)
    vi.setSystemTime(NOON + 30 * MINUTE)
    expect(now()).toBe(NOON + 30 * MINUTE)
    vi.useRealTimers()
  })
})
