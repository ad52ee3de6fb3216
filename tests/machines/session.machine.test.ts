import { describe, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { sessionView } from '#src/session/session-view.tsx'
import { daan, sanne } from './support/people.ts'
import {
  coverage,
  credentials,
  isOfRenewal,
  keptSession,
  loggedIn,
  MINUTE,
  refused,
  silent,
  startSession,
  waiting,
} from './support/session-stage.ts'

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

describe('an access token that the API refuses', () => {
  it('ends the session', async () => {
    const { session, forgotten, allEmitted } = await loggedIn()
    const token = session.getSnapshot().context.access?.token ?? ''
    session.send({ type: 'token.refused', token })
    expect(session.getSnapshot().matches('unauthenticated')).toBe(true)
    expect(forgotten).toEqual(['first'])
    expect(allEmitted.at(-1)).toEqual({ type: 'session.ended', cause: 'refused', user: sanne })
    expect(session.getSnapshot().context.failure).toBe('login-over')
  })

  it('ends nothing after it went stale, as on a phone that slept while it asked', async () => {
    const { session, sleep } = await loggedIn()
    const token = session.getSnapshot().context.access?.token ?? ''
    sleep(24 * 60 * MINUTE)
    session.send({ type: 'token.refused', token })
    expect(session.getSnapshot().matches('authenticated')).toBe(true)
  })

  it('ends nothing when it is an older one', async () => {
    const { session } = await loggedIn()
    session.send({ type: 'token.refused', token: 'one of before' })
    expect(session.getSnapshot().matches('authenticated')).toBe(true)
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

it('takes every transition of the session in these tests and those of its renewal', () => {
  expect([...coverage.untaken].filter((transition) => !isOfRenewal(transition))).toEqual([])
})
