import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { daan, sanne } from './support/people.ts'
import { factorNeeded, MINUTE, startSession } from './support/session-stage.ts'

type Stage = ReturnType<typeof startSession>

const people = [sanne, daan]
const person = fc.constantFrom(...people)
const call = fc.constantFrom('logIn', 'refresh', 'fetchUser', 'invalidate')
const error = fc.constantFrom(
  new ApiError({ status: 401, reason: 'token-revoked' }),
  new ApiError({ status: 503, reason: 'unavailable', retryAfter: 5 }),
  new NetworkError(),
  factorNeeded,
)

const outside = ['unauthenticated', 'authenticating', 'awaitingFactor'] as const

let count = 0
const nextRefreshToken = () => `token ${++count}`

/** Anything that may happen to a session, at any moment. */
const step: fc.Arbitrary<(stage: Stage) => void> = fc.oneof(
  person.map(({ username }) => ({ session }: Stage) => {
    session.send({ type: 'login.submitted', credentials: { username, password: 'geheim-genoeg' } })
  }),
  fc.constantFrom('logout.requested', 'token.needed', 'network.returned', 'session.removed', 'factor.abandoned').map(
    (type) =>
      ({ session }: Stage) =>
        session.send({ type }),
  ),
  fc.constant(({ session }: Stage) => {
    session.send({ type: 'token.refused', token: session.getSnapshot().context.access?.token ?? '' })
  }),
  person.map((user) => ({ session, tokens }: Stage) => {
    session.send({ type: 'session.replaced', stored: { ...tokens(nextRefreshToken(), user.id), user } })
  }),
  person.map((user) => ({ session, tokens }: Stage) => {
    session.send({ type: 'session.given', tokens: tokens(nextRefreshToken(), user.id) })
  }),
  fc.constant(({ session }: Stage) => {
    session.send({ type: 'passkey.presented', passkey: {} })
  }),
  fc.boolean().map((hasTyped) => ({ typing }: Stage) => {
    typing.hasTyped = hasTyped
  }),
  fc.constant(({ session }: Stage) => {
    session.send({ type: 'factor.submitted', proof: { code: '492039' } })
  }),
  person.map((user) => ({ session }: Stage) => {
    session.send({ type: 'user.changed', user: { ...user } })
  }),
  fc.integer({ min: 0, max: 20 * MINUTE }).map(
    (time) =>
      ({ clock }: Stage) =>
        clock.increment(time),
  ),
  fc.integer({ min: 0, max: 20 * MINUTE }).map(
    (time) =>
      ({ sleep }: Stage) =>
        sleep(time),
  ),
  person.map((user) => ({ calls, tokens }: Stage) => {
    const renewed = tokens(nextRefreshToken(), user.id)
    calls.logIn.calls.at(-1)?.resolve({ ...renewed, user })
    calls.refresh.calls.at(-1)?.resolve(renewed)
    calls.invalidate.calls.at(-1)?.resolve()
  }),
  fc.constant(({ calls }: Stage) => {
    const last = calls.fetchUser.calls.at(-1)
    const user = people.find(({ id }) => id === last?.input.access.userId)
    if (user) last?.resolve(user)
  }),
  fc.tuple(call, error).map(
    ([name, reason]) =>
      ({ calls }: Stage) =>
        calls[name].calls.at(-1)?.reject(reason),
  ),
)

it('is never half a session, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const stage = startSession()
      for (const take of steps) {
        take(stage)
        await new Promise(setImmediate)
        const snapshot = stage.session.getSnapshot()
        const { refreshToken, access, user, isLapsed } = snapshot.context
        expect(snapshot.status).toBe('active')
        if (outside.some((state) => snapshot.matches(state))) {
          expect([refreshToken, access]).toEqual([null, null])
          expect(user !== null).toBe(isLapsed)
        } else expect(isLapsed).toBe(false)
        if (outside.some((state) => snapshot.matches(state))) continue
        expect(refreshToken).not.toBeNull()
        if (snapshot.matches('authenticated')) expect(user?.id).toBe(access?.userId)
      }
      stage.session.stop()
    }),
    { numRuns: 300 },
  )
})

it('begins and ends by turns, so that nobody is shown what was another’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const stage = startSession()
      for (const take of steps) {
        take(stage)
        await new Promise(setImmediate)
      }
      stage.session.stop()
      let shown: number | null = null
      for (const event of stage.allEmitted) {
        if (event.type === 'session.started') {
          expect([null, event.user.id]).toContain(shown)
          shown = event.user.id
        }
        // A user whose session lapsed is shown nothing, and theirs is the only screen that is still there.
        if (event.type === 'session.lapsed' && shown !== null) expect(event.user.id).toBe(shown)
        if (event.type === 'session.ended') shown = null
      }
    }),
    { numRuns: 300 },
  )
})
