import { describe, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { sessionView } from '#src/session/session-view.tsx'
import { daan, sanne } from './support/people.ts'
import {
  busy,
  coverage,
  credentials,
  expired,
  isOfRenewal,
  keptSession,
  loggedIn,
  MINUTE,
  NOON,
  onlyRefreshToken,
  refused,
  silent,
  startSession,
  waiting,
} from './support/session-stage.ts'
import { tokensOf } from './support/tokens.ts'

describe('starting', () => {
  it('shows the login screen when nothing is stored', () => {
    const { session, calls } = startSession()
    expect(sessionView(session.getSnapshot()).status).toBe('logged-out')
    expect(calls.refresh.calls).toHaveLength(0)
  })

  it('refreshes a stored session that has no token, and fetches its user', async () => {
    const { session, calls, tokens, allEmitted } = startSession(onlyRefreshToken)
    expect(sessionView(session.getSnapshot()).status).toBe('loading')
    expect(calls.refresh.last.input).toEqual({ refreshToken: 'old' })
    calls.refresh.last.resolve(tokens('new', sanne.id))
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'fetchingUser' }))
    expect(allEmitted).toEqual([])
    calls.fetchUser.last.resolve(sanne)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(allEmitted).toEqual([{ type: 'session.started', user: sanne }])
  })

  it('shows who the device remembers while the server is asked for the user', () => {
    const { session, calls } = startSession(keptSession())
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-in', user: sanne })
    expect(calls.refresh.calls).toHaveLength(0)
    expect(calls.fetchUser.calls).toHaveLength(1)
  })

  it('takes the server’s word for the user over what was remembered', async () => {
    const { session, calls } = startSession(keptSession())
    calls.fetchUser.last.resolve({ ...sanne, first_name: 'Sanneke' })
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(session.getSnapshot().context.user?.first_name).toBe('Sanneke')
  })

  it('keeps the object of a user that the server returns unchanged, so that nothing is fetched again', async () => {
    const stored = keptSession()
    const { session, calls } = startSession(stored)
    calls.fetchUser.last.resolve({ ...sanne })
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(session.getSnapshot().context.user).toBe(stored.user)
  })

  it('ends a session that the server refuses to refresh', async () => {
    const { session, calls, forgotten, allEmitted } = startSession(onlyRefreshToken)
    calls.refresh.last.reject(refused)
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    expect(forgotten).toEqual(['old'])
    expect(allEmitted).toEqual([{ type: 'session.ended', cause: 'refused', user: null }])
  })

  it('ends a session whose user the server refuses to give', async () => {
    const { session, calls, allEmitted } = startSession(keptSession())
    calls.fetchUser.last.reject(new ApiError({ status: 401, reason: 'token-revoked' }))
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    expect(allEmitted).toEqual([{ type: 'session.ended', cause: 'refused', user: sanne }])
  })
})

describe('without an answer', () => {
  it('keeps the session, and says so while nobody is known', async () => {
    const { session, calls, forgotten } = startSession(onlyRefreshToken)
    calls.refresh.last.reject(silent)
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'waiting' }))
    expect(sessionView(session.getSnapshot()).status).toBe('unreachable')
    expect(forgotten).toEqual([])
  })

  it('keeps showing a user who is known', async () => {
    const { session } = await waiting()
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-in', user: sanne })
  })

  it('tries again after 1, 2, 4, 8, 16 and then every 30 seconds', async () => {
    const { session, calls, clock } = await waiting()
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = calls.refresh.calls.length
      clock.increment(seconds * 1000 - 1)
      expect(calls.refresh.calls).toHaveLength(before)
      clock.increment(1)
      expect(calls.refresh.calls).toHaveLength(before + 1)
      calls.refresh.last.reject(silent)
      await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'waiting' }))
    }
  })

  it('tries at once when the network returns', async () => {
    const { session, calls } = await waiting()
    session.send({ type: 'network.returned' })
    expect(calls.refresh.calls).toHaveLength(2)
  })

  it('tries at once when a request needs a token', async () => {
    const { session, calls } = await waiting()
    session.send({ type: 'token.needed' })
    expect(calls.refresh.calls).toHaveLength(2)
  })

  it('leaves a busy server alone for as long as it asked', async () => {
    const { session, calls, clock } = await waiting(busy)
    session.send({ type: 'token.needed' })
    clock.increment(19_999)
    expect(calls.refresh.calls).toHaveLength(1)
    clock.increment(1)
    expect(calls.refresh.calls).toHaveLength(2)
  })

  it('asks for the user again, without another refresh while the token is good', async () => {
    const { session, calls, clock } = startSession(keptSession())
    calls.fetchUser.last.reject(new NetworkError())
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'waiting' }))
    clock.increment(1_000)
    expect(calls.fetchUser.calls).toHaveLength(2)
    expect(calls.refresh.calls).toHaveLength(0)
  })
})

describe('the access token', () => {
  it('is refreshed 300 seconds before it expires', async () => {
    const { session, calls, clock, tokens } = await loggedIn()
    clock.increment(10 * MINUTE - 1)
    expect(calls.refresh.calls).toHaveLength(0)
    clock.increment(1)
    expect(calls.refresh.last.input).toEqual({ refreshToken: 'first' })
    expect(sessionView(session.getSnapshot()).status).toBe('logged-in')
    calls.refresh.last.resolve(tokens('second', sanne.id))
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(session.getSnapshot().context.refreshToken).toBe('second')
    expect(calls.fetchUser.calls).toHaveLength(0)
  })

  it('is refreshed when it went stale while the user was asked for', async () => {
    const { session, calls, sleep } = startSession(keptSession())
    sleep(24 * 60 * MINUTE)
    calls.fetchUser.last.reject(new ApiError({ status: 401, reason: 'token-expired' }))
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'refreshing' }))
    expect(calls.refresh.last.input).toEqual({ refreshToken: 'old' })
  })

  it('is not asked for while the one at hand is good', async () => {
    const { session, calls } = await loggedIn()
    session.send({ type: 'token.needed' })
    expect(calls.refresh.calls).toHaveLength(0)
  })

  it('is refreshed when a request finds it stale, as on a phone that slept', async () => {
    const { session, calls, sleep } = await loggedIn()
    sleep(10 * MINUTE)
    session.send({ type: 'token.needed' })
    expect(calls.refresh.calls).toHaveLength(1)
    expect(sessionView(session.getSnapshot()).status).toBe('logged-in')
  })

  it('for another user, who logged in in another tab, ends the session of the previous user', async () => {
    const { session, calls, tokens, allEmitted } = startSession(expired())
    calls.refresh.last.resolve(tokens('his', daan.id))
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'fetchingUser' }))
    expect(session.getSnapshot().context).toMatchObject({ user: null, refreshToken: 'his' })
    expect(allEmitted).toEqual([{ type: 'session.ended', cause: 'other-user', user: sanne }])
  })
})

describe.each([
  ['ahead', -10 * MINUTE],
  ['behind', 10 * MINUTE],
])('a phone whose clock is ten minutes %s', (_, offset) => {
  /** Tokens that the server would give at this moment, by its own clock. */
  const given = (stage: ReturnType<typeof startSession>, refreshToken: string) =>
    tokensOf(refreshToken, { userId: sanne.id, issuedAt: stage.now() + offset }, stage.now())

  const loggedInThere = async () => {
    const stage = startSession()
    stage.session.send({ type: 'login.submitted', credentials })
    stage.calls.logIn.last.resolve({ ...given(stage, 'first'), user: sanne })
    await waitFor(stage.session, (snapshot) => snapshot.matches('authenticated'))
    const serverNow = () => {
      const { now, clockOffset } = sessionView(stage.session.getSnapshot())
      return now() + clockOffset
    }
    return { ...stage, serverNow }
  }

  it('counts down by the server’s clock, to the second and after a reply to the millisecond', async () => {
    const { session, now, clock, serverNow } = await loggedInThere()
    expect(serverNow()).toBe(NOON + offset)
    session.send({ type: 'time.received', serverTime: now() + offset + 640 })
    clock.increment(MINUTE)
    expect(serverNow()).toBe(NOON + MINUTE + offset + 640)
  })

  it('refreshes its token 300 seconds before the server lets it run out, and again the next', async () => {
    const stage = await loggedInThere()
    for (const [round, token] of ['second', 'third'].entries()) {
      stage.clock.increment(10 * MINUTE - 1)
      expect(stage.calls.refresh.calls).toHaveLength(round)
      stage.clock.increment(1)
      expect(stage.calls.refresh.calls).toHaveLength(round + 1)
      stage.calls.refresh.last.resolve(given(stage, token))
      await waitFor(stage.session, (snapshot) => snapshot.context.refreshToken === token)
    }
  })

  it('uses what it kept of a token for as long as that still holds, and no longer', () => {
    const kept = (age: number) => ({
      ...tokensOf('old', { userId: sanne.id, issuedAt: NOON + offset - age }, NOON - age),
      user: sanne,
    })
    expect(startSession(kept(10 * MINUTE - 1)).calls.refresh.calls).toHaveLength(0)
    expect(startSession(kept(10 * MINUTE)).calls.refresh.calls).toHaveLength(1)
  })
})

describe('a session that a refresh finds over', () => {
  const methodOff = new ApiError({ status: 401, reason: 'login-method-off' })
  const asleep = async (hasTyped: boolean) => {
    const stage = await loggedIn()
    stage.typing.hasTyped = hasTyped
    stage.sleep(20 * MINUTE)
    stage.session.send({ type: 'token.needed' })
    stage.calls.refresh.last.reject(new Error('Failed', { cause: methodOff }))
    await waitFor(stage.session, (snapshot) => snapshot.matches('unauthenticated'))
    return stage
  }

  it('says why, and leaves the screen of who typed there', async () => {
    const view = async (hasTyped: boolean) => sessionView((await asleep(hasTyped)).session.getSnapshot())
    expect(await view(true)).toMatchObject({ user: sanne, isLapsed: true, failure: 'login-method-off' })
    expect(await view(false)).toMatchObject({ user: null, isLapsed: false, failure: 'login-method-off' })
  })

  it('leaves it too where only then the server is asked who they are', async () => {
    const { session, calls, typing } = startSession(keptSession())
    typing.hasTyped = true
    calls.fetchUser.last.reject(new ApiError({ status: 401, reason: 'token-revoked' }))
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    expect(session.getSnapshot().context).toMatchObject({ user: sanne, isLapsed: true, failure: 'login-over' })
  })
})

it('takes every transition of who has a session in these tests', () => {
  expect([...coverage.untaken].filter(isOfRenewal)).toEqual([])
})
