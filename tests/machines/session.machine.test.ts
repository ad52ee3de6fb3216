import { describe, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { sessionView } from '#src/session/session-view.tsx'
import { daan, sanne } from './support/people.ts'
import {
  challenge,
  challenged,
  coverage,
  credentials,
  isOfRenewal,
  keptSession,
  loggedIn,
  MINUTE,
  refused,
  refusedFor,
  silent,
  startSession,
  waiting,
} from './support/session-stage.ts'

describe('logging in', () => {
  it('gives a session with its user, and notifies the app', async () => {
    const { session, calls, allEmitted } = await loggedIn()
    expect(calls.logIn.last.input).toEqual({ credentials })
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-in', appState: 'student', user: sanne })
    expect(allEmitted).toEqual([{ type: 'session.started', user: sanne }])
  })

  it.each([
    ['login-failed', new ApiError({ status: 401, reason: 'login-failed' })],
    ['password-login-off', new ApiError({ status: 403, reason: 'password-login-off' })],
    ['second-factor-missing', new ApiError({ status: 403, reason: 'second-factor-missing' })],
    [{ retryAfter: 60 }, new ApiError({ status: 429, reason: 'unavailable', retryAfter: 60 })],
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

describe('a second factor', () => {
  it('is asked for once the password was right, and gives a session', async () => {
    const { session, calls, tokens, allEmitted } = await challenged()
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-out', failure: null, challenge })
    session.send({ type: 'factor.submitted', proof: { code: '492039' } })
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logging-in', challenge })
    expect(calls.logIn.last.input).toEqual({ ticket: 'ticket', code: '492039' })
    calls.logIn.last.resolve({ ...tokens('first', sanne.id), user: sanne })
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(sessionView(session.getSnapshot()).challenge).toBeNull()
    expect(allEmitted).toEqual([{ type: 'session.started', user: sanne }])
  })

  it.each([
    ['second-factor-wrong', refusedFor('second-factor-wrong', {}, 422)],
    ['second-factor-wrong', refusedFor('second-factor-wrong', {}, 401)],
    ['second-factor-wrong', refusedFor('request-malformed', {}, 400)],
    ['passkey-refused', refusedFor('passkey-refused', {}, 401)],
    ['no-network', silent],
    [{ retryAfter: null }, refusedFor('too-many-requests', {}, 429)],
  ])('can be tried again after %s', async (failure, error) => {
    const { session, calls, allEmitted } = await challenged()
    session.send({ type: 'factor.submitted', proof: { code: '000000' } })
    calls.logIn.last.reject(error)
    await waitFor(session, (snapshot) => snapshot.matches('awaitingFactor'))
    expect(sessionView(session.getSnapshot())).toMatchObject({ failure, challenge })
    expect(allEmitted).toEqual([{ type: 'login.failed', failure }])
    session.send({ type: 'factor.submitted', proof: { recovery_code: 'k7mq-2x9d' } })
    expect(session.getSnapshot().context.failure).toBeNull()
  })

  it('that took too long, or was tried too often, leads back to the login box, which says so', async () => {
    const { session, calls } = await challenged()
    session.send({ type: 'factor.submitted', proof: { code: '000000' } })
    calls.logIn.last.reject(refusedFor('second-factor-over', {}, 401))
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    expect(sessionView(session.getSnapshot())).toMatchObject({ failure: 'second-factor-over', challenge: null })
  })

  it('can be started again', async () => {
    const { session } = await challenged()
    session.send({ type: 'factor.abandoned' })
    expect(sessionView(session.getSnapshot())).toMatchObject({ status: 'logged-out', failure: null, challenge: null })
  })

  it('is asked for no longer once another tab has logged in', async () => {
    const { session, calls } = await challenged()
    session.send({ type: 'session.replaced', stored: keptSession() })
    calls.fetchUser.last.resolve(sanne)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(session.getSnapshot().context.challenge).toBeNull()
  })
})

describe('a session that ends while somebody types', () => {
  const lapsed = async () => {
    const stage = await loggedIn()
    stage.typing.hasTyped = true
    stage.session.send({ type: 'token.refused', token: stage.session.getSnapshot().context.access?.token ?? '' })
    return stage
  }
  const logIn = async ({ session, calls, tokens }: Awaited<ReturnType<typeof lapsed>>, user = sanne) => {
    session.send({ type: 'login.submitted', credentials })
    calls.logIn.last.resolve({ ...tokens('second', user.id), user })
    if (user !== sanne) {
      await waitFor(session, (snapshot) => snapshot.matches('reauthenticating'))
      calls.fetchUser.last.resolve(user)
    }
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
  }

  it('leaves their screen until they log in again', async () => {
    const stage = await lapsed()
    const view = () => sessionView(stage.session.getSnapshot())
    expect(view()).toMatchObject({ user: sanne, status: 'logged-out', isLapsed: true, failure: 'login-over' })
    expect(stage.forgotten).toEqual(['first'])
    await logIn(stage)
    expect(view()).toMatchObject({ user: sanne, status: 'logged-in', isLapsed: false, failure: null })
    expect(stage.allEmitted.map(({ type }) => type)).toEqual(['session.started', 'session.lapsed', 'session.started'])
  })

  it('takes it away before anybody else is let in', async () => {
    const stage = await lapsed()
    await logIn(stage, daan)
    expect(sessionView(stage.session.getSnapshot())).toMatchObject({ user: daan, isLapsed: false })
    expect(stage.allEmitted.slice(1)).toEqual([
      { type: 'session.lapsed', user: sanne },
      { type: 'session.ended', cause: 'other-user', user: sanne },
      { type: 'session.started', user: daan },
    ])
  })

  it('takes it away when they would rather not go on', async () => {
    const { session, allEmitted } = await lapsed()
    session.send({ type: 'logout.requested' })
    expect(sessionView(session.getSnapshot())).toMatchObject({ user: null, status: 'logged-out', isLapsed: false })
    expect(allEmitted.at(-1)).toEqual({ type: 'session.ended', cause: 'logout', user: sanne })
  })

  it.each([
    [sanne, 'session.started'],
    [daan, 'session.ended'],
  ])('follows another tab in which $first_name logs in', async (user, next) => {
    const { session, calls, tokens, allEmitted } = await lapsed()
    session.send({ type: 'session.replaced', stored: { ...tokens('elsewhere', user.id), user } })
    calls.fetchUser.last.resolve(user)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(session.getSnapshot().context).toMatchObject({ user, isLapsed: false })
    expect(allEmitted[2]?.type).toBe(next)
  })

  it('leaves it where another tab was logged out', async () => {
    const tab = await loggedIn()
    tab.typing.hasTyped = true
    tab.session.send({ type: 'session.removed' })
    expect(sessionView(tab.session.getSnapshot())).toMatchObject({ isLapsed: true, user: sanne, failure: null })
  })
})

describe('a passkey', () => {
  it('logs in by itself', async () => {
    const { session, calls, tokens } = startSession()
    session.send({ type: 'passkey.presented', passkey: { id: 'q83v' } })
    expect(calls.logIn.last.input).toEqual({ passkey: { id: 'q83v' } })
    calls.logIn.last.resolve({ ...tokens('first', sanne.id), user: sanne })
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
  })

  it('that is not known here is said to be so', async () => {
    const { session, calls } = startSession()
    session.send({ type: 'passkey.presented', passkey: { id: 'q83v' } })
    calls.logIn.last.reject(refusedFor('passkey-refused', {}, 401))
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    expect(session.getSnapshot().context.failure).toBe('passkey-refused')
  })
})

describe('the school’s login', () => {
  it('that leads back with a code gives a session, while nobody is asked for anything', async () => {
    const { session, calls, tokens } = startSession(null, { schoolCode: 'code' })
    expect(sessionView(session.getSnapshot()).status).toBe('loading')
    expect(calls.logIn.last.input).toEqual({ schoolCode: 'code' })
    calls.logIn.last.resolve({ ...tokens('first', sanne.id), user: sanne })
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(session.getSnapshot().context.schoolCode).toBeNull()
  })

  it('holds when the server is gone before it tells who that is, since no code works twice', async () => {
    const { session, calls, tokens, allEmitted } = startSession(null, { schoolCode: 'code' })
    calls.logIn.last.resolve({ ...tokens('first', sanne.id), user: null })
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'fetchingUser' }))
    calls.fetchUser.last.resolve(sanne)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(allEmitted).toEqual([{ type: 'session.started', user: sanne }])
  })

  it.each([
    ['school-code-unknown', refusedFor('school-code-unknown', {}, 401)],
    ['school-code-unknown', refusedFor('request-malformed', {}, 400)],
    ['school-login-cut-off', silent],
    ['unavailable', new Error('Failed', { cause: new ApiError({ status: 503, reason: 'unavailable' }) })],
  ])('says %s when that is why its code came to nothing, and does not use it again', async (failure, error) => {
    const { session, calls } = startSession(null, { schoolCode: 'code' })
    calls.logIn.last.reject(error)
    await waitFor(session, (snapshot) => snapshot.matches('unauthenticated'))
    expect(session.getSnapshot().context).toMatchObject({ failure, schoolCode: null })
    session.send({ type: 'login.submitted', credentials })
    expect(calls.logIn.last.input).toEqual({ credentials })
  })

  it('that failed on the way says why, beside the session that goes on where there is one', async () => {
    const failure = { school: 'barred', code: 'K7MQ-2X9D' } as const
    expect(sessionView(startSession(null, { failure }).session.getSnapshot())).toMatchObject({
      status: 'logged-out',
      failure,
    })
    expect(sessionView(startSession(keptSession(), { failure }).session.getSnapshot())).toMatchObject({
      user: sanne,
      failure,
    })
  })

  it('can be ended too by logging out here, until somebody logs in', async () => {
    const end_school_login = { method: 'GET', href: '/api/v1/school_login/end' } as const
    const student = { ...sanne, _links: { ...sanne._links, end_school_login } }
    const { session, calls, tokens } = startSession(null, { schoolCode: 'code' })
    calls.logIn.last.resolve({ ...tokens('first', sanne.id), user: student })
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    session.send({ type: 'logout.requested' })
    expect(sessionView(session.getSnapshot()).endSchoolLogin).toEqual(end_school_login)
    session.send({ type: 'login.submitted', credentials })
    calls.logIn.last.resolve({ ...tokens('second', sanne.id), user: sanne })
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(sessionView(session.getSnapshot()).endSchoolLogin).toBeNull()
    session.send({ type: 'logout.requested' })
    expect(sessionView(session.getSnapshot()).endSchoolLogin).toBeNull()
  })
})

describe('tokens that came by a mailed link', () => {
  it('begin a session, kept on the device', async () => {
    const { session, calls, tokens, begun } = startSession()
    session.send({ type: 'session.given', tokens: tokens('given', sanne.id) })
    calls.fetchUser.last.resolve(sanne)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(begun).toEqual(['given'])
  })

  it('end the session of somebody else who is logged in here', async () => {
    const { session, calls, tokens, begun, forgotten, allEmitted } = await loggedIn()
    session.send({ type: 'session.given', tokens: tokens('given', daan.id) })
    expect(session.getSnapshot().context.user).toBeNull()
    expect([forgotten, begun]).toEqual([['first'], ['given']])
    calls.fetchUser.last.resolve(daan)
    await waitFor(session, (snapshot) => snapshot.matches('authenticated'))
    expect(allEmitted.slice(1)).toEqual([
      { type: 'session.ended', cause: 'other-user', user: sanne },
      { type: 'session.started', user: daan },
    ])
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
  it('forgets the session at once, and then notifies the server', async () => {
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

  it('holds also when the request does not reach the server', async () => {
    const { session, calls } = await loggedIn()
    session.send({ type: 'logout.requested' })
    calls.invalidate.last.reject(silent)
    await waitFor(session, (snapshot) => snapshot.matches({ unauthenticated: 'idle' }))
    expect(session.getSnapshot().context.user).toBeNull()
  })

  it('does not keep anyone from logging in while the request is under way', async () => {
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

  it('is known to the second from a token, and to the millisecond from a reply', async () => {
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

  it('but has the same values stays the same object, so that no screen is fetched again', async () => {
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
