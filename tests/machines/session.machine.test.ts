import { describe, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { sessionView } from '#src/session/session-view.tsx'
import { daan, sanne } from './support/people.ts'
import { coverage, MINUTE, NOON, startSession } from './support/session-stage.ts'
import { tokensOf } from './support/tokens.ts'

const refused = new Error('Failed', { cause: new ApiError({ status: 401, reason: 'token-revoked' }) })
const silent = new Error('Failed', { cause: new NetworkError() })
const busy = new Error('Failed', { cause: new ApiError({ status: 503, reason: 'unavailable', retryAfter: 20 }) })
const credentials = { username: sanne.username, password: 'geheim-genoeg' }

const keptSession = () => ({ ...tokensOf('old', { userId: sanne.id, issuedAt: NOON }), user: sanne })
const expired = () => ({ ...tokensOf('old', { userId: sanne.id, issuedAt: NOON - 60 * MINUTE }), user: sanne })
const onlyRefreshToken = { refreshToken: 'old', access: null, user: null }

async function loggedIn() {
  const stage = startSession()
  stage.session.send({ type: 'login.submitted', credentials })
  stage.calls.logIn.last.resolve({ ...stage.tokens('first', sanne.id), user: sanne })
  await waitFor(stage.session, (snapshot) => snapshot.matches('authenticated'))
  return stage
}

async function waiting(error: unknown = silent) {
  const stage = startSession(expired())
  stage.calls.refresh.last.reject(error)
  await waitFor(stage.session, (snapshot) => snapshot.matches({ reauthenticating: 'waiting' }))
  return stage
}

describe('logging in', () => {
  it('gives a session with its user, and tells the app', async () => {
    const { session, calls, allEmitted } = await loggedIn()
    expect(calls.logIn.last.input).toEqual(credentials)
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-in', appState: 'student', user: sanne })
    expect(allEmitted).toEqual([{ type: 'session.started', user: sanne }])
  })

  it.each([
    ['login-failed', new ApiError({ status: 401, reason: 'login-failed' })],
    ['account-not-activated', new ApiError({ status: 401, reason: 'account-not-activated' })],
    ['too-many-attempts', new ApiError({ status: 429, reason: 'unavailable', retryAfter: 60 })],
    ['unavailable', new ApiError({ status: 503, reason: 'unavailable' })],
    ['unavailable', new TypeError('a reply that is not understood')],
    ['no-network', new NetworkError()],
  ])('says %s when that is why it failed', async (failure, cause) => {
    const { session, calls, allEmitted } = startSession()
    session.send({ type: 'login.submitted', credentials })
    expect(sessionView(session.getSnapshot()).status).toBe('logging-in')
    calls.logIn.last.reject(new Error('Failed to authenticate', { cause }))
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-out', failure })
    expect(allEmitted).toEqual([{ type: 'login.failed', failure }])
  })

  it('drops the last failure when it is tried again', async () => {
    const { session, calls } = startSession()
    session.send({ type: 'login.submitted', credentials })
    calls.logIn.last.reject(refused)
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    session.send({ type: 'login.submitted', credentials })
    expect(session.getSnapshot().context.failure).toBeNull()
  })

  it('leaves no failure behind once another tab has logged in and out', async () => {
    const { session, calls } = startSession()
    session.send({ type: 'login.submitted', credentials })
    calls.logIn.last.reject(refused)
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    session.send({ type: 'session.replaced', stored: keptSession() })
    session.send({ type: 'session.removed' })
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-out', failure: null })
  })

  it('is not disturbed by another tab that logs in meanwhile', () => {
    const { session } = startSession()
    session.send({ type: 'login.submitted', credentials })
    session.send({ type: 'session.replaced', stored: keptSession() })
    expect(session.getSnapshot().matches('authenticating')).toBe(true)
  })

  it('keeps no password', async () => {
    const { session } = await loggedIn()
    expect(JSON.stringify(session.getPersistedSnapshot())).not.toContain(credentials.password)
  })
})

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

  it('keeps a user whom the server gives unchanged, so that nothing is fetched for it anew', async () => {
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

  it('ends the session when the API refuses it', async () => {
    const { session, forgotten, allEmitted } = await loggedIn()
    const token = session.getSnapshot().context.access?.token ?? ''
    session.send({ type: 'token.refused', token })
    expect(session.getSnapshot().matches('unauthenticated')).toBe(true)
    expect(forgotten).toEqual(['first'])
    expect(allEmitted.at(-1)).toEqual({ type: 'session.ended', cause: 'refused', user: sanne })
    expect(session.getSnapshot().context.failure).toBe('login-over')
  })

  it('ends nothing when it is refused after it went stale, as on a phone that slept while it asked', async () => {
    const { session, sleep } = await loggedIn()
    const token = session.getSnapshot().context.access?.token ?? ''
    sleep(24 * 60 * MINUTE)
    session.send({ type: 'token.refused', token })
    expect(session.getSnapshot().matches('authenticated')).toBe(true)
  })

  it('is refreshed when it went stale while the user was asked for', async () => {
    const { session, calls, sleep } = startSession(keptSession())
    sleep(24 * 60 * MINUTE)
    calls.fetchUser.last.reject(new ApiError({ status: 401, reason: 'token-expired' }))
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'refreshing' }))
    expect(calls.refresh.last.input).toEqual({ refreshToken: 'old' })
  })

  it('ends nothing when an older one is refused', async () => {
    const { session } = await loggedIn()
    session.send({ type: 'token.refused', token: 'one of before' })
    expect(session.getSnapshot().matches('authenticated')).toBe(true)
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
})

describe('logging out', () => {
  it('forgets the session at once, and then tells the server', async () => {
    const { session, calls, forgotten, allEmitted } = await loggedIn()
    session.send({ type: 'logout.requested' })
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-out', user: null })
    expect(forgotten).toEqual(['first'])
    expect(allEmitted.at(-1)).toEqual({ type: 'session.ended', cause: 'logout', user: sanne })
    expect(calls.invalidate.last.input).toEqual({ refreshToken: 'first' })
    calls.invalidate.last.resolve()
    await waitFor(session, (snapshot) => snapshot.matches({ unauthenticated: 'idle' }))
    expect(session.getSnapshot().context.discarded).toBeNull()
  })

  it('holds also when the server does not hear of it', async () => {
    const { session, calls } = await loggedIn()
    session.send({ type: 'logout.requested' })
    calls.invalidate.last.reject(silent)
    await waitFor(session, (snapshot) => snapshot.matches({ unauthenticated: 'idle' }))
    expect(session.getSnapshot().context.user).toBeNull()
  })

  it('does not keep anyone from logging in while the server is told', async () => {
    const { session } = await loggedIn()
    session.send({ type: 'logout.requested' })
    session.send({ type: 'login.submitted', credentials })
    expect(session.getSnapshot().matches('authenticating')).toBe(true)
  })

  it('is possible without an answer from the server', async () => {
    const { session } = await waiting()
    session.send({ type: 'logout.requested' })
    expect(session.getSnapshot().matches('unauthenticated')).toBe(true)
  })

  it('does nothing for who is not logged in', () => {
    const { session, allEmitted } = startSession()
    session.send({ type: 'logout.requested' })
    expect(allEmitted).toEqual([])
  })
})

describe('another tab', () => {
  it('that refreshed gives its tokens', async () => {
    const { session, calls, clock, now, tokens } = await loggedIn()
    clock.increment(9 * MINUTE)
    session.send({ type: 'session.replaced', stored: { ...tokens('second', sanne.id), user: sanne } })
    expect(session.getSnapshot().matches('authenticated')).toBe(true)
    expect(session.getSnapshot().context.access?.receivedAt).toBe(now())
    clock.increment(9 * MINUTE)
    expect(calls.refresh.calls).toHaveLength(0)
  })

  it('that logged out ends the session here', async () => {
    const { session, allEmitted } = await loggedIn()
    session.send({ type: 'session.removed' })
    expect(session.getSnapshot().matches('unauthenticated')).toBe(true)
    expect(allEmitted.at(-1)).toEqual({ type: 'session.ended', cause: 'other-tab', user: sanne })
  })

  it('that logged in does so here', async () => {
    const { session, calls } = startSession()
    session.send({ type: 'session.replaced', stored: keptSession() })
    calls.fetchUser.last.resolve(sanne)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(session.getSnapshot().context.user).toEqual(sanne)
  })

  it('that logged someone else in ends this session and starts theirs', async () => {
    const { session, calls, tokens, allEmitted } = await loggedIn()
    session.send({ type: 'session.replaced', stored: { ...tokens('his', daan.id), user: daan } })
    expect(session.getSnapshot().context.user).toEqual(daan)
    calls.fetchUser.last.resolve(daan)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(allEmitted.slice(1)).toEqual([
      { type: 'session.ended', cause: 'other-user', user: sanne },
      { type: 'session.started', user: daan },
    ])
  })

  it('that logged someone else in while this one refreshed does the same', async () => {
    const { session, calls, tokens, allEmitted } = startSession(expired())
    calls.refresh.last.resolve(tokens('his', daan.id))
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'fetchingUser' }))
    expect(session.getSnapshot().context).toMatchObject({ user: null, refreshToken: 'his' })
    expect(allEmitted).toEqual([{ type: 'session.ended', cause: 'other-user', user: sanne }])
  })
})

describe('the server’s clock', () => {
  const offsetOf = ({ session }: Awaited<ReturnType<typeof loggedIn>>) => sessionView(session.getSnapshot()).clockOffset

  it('is known by the second from a token, and to the millisecond once it was told', async () => {
    const stage = await loggedIn()
    expect(offsetOf(stage)).toBe(0)
    stage.session.send({ type: 'time.received', serverTime: stage.now() + 640 })
    expect(offsetOf(stage)).toBe(640)
  })

  it.each([
    ['back', 60 * MINUTE],
    ['ahead', -60 * MINUTE],
  ])('is believed by the token where that says otherwise, since somebody set the device’s clock %s', async (_, by) => {
    const stage = await loggedIn()
    stage.session.send({ type: 'time.received', serverTime: stage.now() + by })
    expect(offsetOf(stage)).toBe(0)
  })
})

describe.each([
  ['ahead', -10 * MINUTE],
  ['behind', 10 * MINUTE],
])('a phone whose clock is ten minutes %s', (_, offset) => {
  /** what the server gives at this moment, by its own clock */
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

  it('counts down by the server’s clock, by the second and once told to the millisecond', async () => {
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

describe('a user who changed', () => {
  const renamed = { ...sanne, first_name: 'Sanna', version: 2 }

  it('is known at once, and kept on the device', async () => {
    const { session, kept } = await loggedIn()
    session.send({ type: 'user.changed', user: renamed })
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-in', user: renamed })
    expect(kept).toEqual([renamed])
  })

  it('but is the same is the same object, so that no screen is fetched anew', async () => {
    const { session } = await loggedIn()
    session.send({ type: 'user.changed', user: structuredClone(sanne) })
    expect(session.getSnapshot().context.user).toBe(sanne)
  })

  it('and is somebody else, or logged out meanwhile, changes nothing', async () => {
    const { session, kept } = await loggedIn()
    session.send({ type: 'user.changed', user: daan })
    expect(session.getSnapshot().context.user).toBe(sanne)
    session.send({ type: 'logout.requested' })
    session.send({ type: 'user.changed', user: renamed })
    expect(session.getSnapshot().context.user).toBeNull()
    expect(kept).toEqual([])
  })
})

it('takes every transition of the session in these tests', () => {
  expect([...coverage.untaken]).toEqual([])
})
