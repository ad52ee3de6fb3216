import { describe, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { daan, sanne } from './support/people.ts'
import { MINUTE, NOON, startSession } from './support/session-stage.ts'
import { tokensOf } from './support/tokens.ts'

const fresh = { ...tokensOf('old', { userId: sanne.id, issuedAt: NOON }), user: sanne }
const stale = { ...tokensOf('old', { userId: sanne.id, issuedAt: NOON - 11 * MINUTE }), user: sanne }

describe('a request', () => {
  it('takes the token at hand while it is good', async () => {
    const { session } = startSession(fresh)
    expect(await bearerOf(session)).toBe(fresh.access.token)
  })

  it('waits for a refresh when the token is within 300 s of its end, together with all others', async () => {
    const { session, calls, tokens } = startSession(stale)
    const requests = [bearerOf(session), bearerOf(session), bearerOf(session)]
    const renewed = tokens('new', sanne.id)
    calls.refresh.last.resolve(renewed)
    expect(await Promise.all(requests)).toEqual(Array(3).fill(renewed.access.token))
    expect(calls.refresh.calls).toHaveLength(1)
  })

  it('is not sent when the refresh gets no answer, and says why', async () => {
    const { session, calls } = startSession(stale)
    const request = bearerOf(session)
    const silence = new NetworkError()
    calls.refresh.last.reject(new Error('Failed to refresh session token', { cause: silence }))
    await expect(request).rejects.toBe(silence)
  })

  it('is not sent, without another attempt, while a busy server has asked for a pause', async () => {
    const { session, calls } = startSession(stale)
    const busy = new ApiError({ status: 503, reason: 'unavailable', retryAfter: 20 })
    calls.refresh.last.reject(busy)
    await waitFor(session, (snapshot) => snapshot.matches({ reauthenticating: 'waiting' }))
    await expect(bearerOf(session)).rejects.toBe(busy)
    expect(calls.refresh.calls).toHaveLength(1)
  })

  it('is not sent when the session ends instead', async () => {
    const { session, calls } = startSession(stale)
    const request = bearerOf(session)
    calls.refresh.last.reject(new ApiError({ status: 401, reason: 'token-revoked' }))
    await expect(request).rejects.toMatchObject({ status: 401 })
  })

  it('is not sent in the name of somebody else who logged in meanwhile', async () => {
    const { session, tokens } = startSession(stale)
    const request = bearerOf(session)
    session.send({ type: 'session.replaced', stored: { ...tokens('his', daan.id), user: daan } })
    await expect(request).rejects.toMatchObject({ status: 401 })
  })

  it('is not sent by who is not logged in', async () => {
    await expect(bearerOf(startSession().session)).rejects.toMatchObject({ status: 401 })
  })
})
