import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY_HEADER } from '#contract/endpoint.ts'
import { createEnrollment, deleteEnrollment } from '#contract/enrollments.gen.ts'
import { getOwnUser, listUserTestmoments } from '#contract/first-reads.gen.ts'
import { stepUp } from '#contract/logins.gen.ts'
import { invalidateToken, loginCheck } from '#contract/sessions.gen.ts'
import { getUser } from '#contract/users.gen.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import { createApi, createPublicApi } from '#src/api/api.ts'
import { ApiError, LostAnswer, NetworkError } from '#src/api/api-error.ts'
import { type LostWrite, outcomeOf } from '#src/api/lost-answer.ts'
import { answeringApi, type Turn } from './support/answering-api.ts'
import { sanne } from './support/people.ts'

const choice = { user_id: 7, testmoment_id: 3, module_id: 5 }
const enrollLink = { method: 'POST', href: '/api/v1/enrollment' } as const
const leaveLink = { method: 'DELETE', href: '/api/v1/enrollment/12' } as const
const busy = (retryAfter: string, status = 503): Turn => ({
  status,
  headers: { 'retry-after': retryAfter },
  body: { reason: 'unavailable' },
})
const refusal = (status: number, reason: string): Turn => ({ status, body: { reason } })

async function connect(...turns: Turn[]) {
  const { origin, requests } = await answeringApi(...turns)
  const unauthorized = vi.fn<(token: string) => void>()
  const lost = vi.fn<(write: LostWrite) => void>()
  const api = createApi({ origin, unauthorized, lost, bearer: async () => 'the-token' })
  return { api, origin, requests, unauthorized, lost }
}

describe('a call', () => {
  it('goes to the endpoint’s place with the bearer, and gives the reply', async () => {
    const { api, requests } = await connect({ body: sanne })
    expect(await api.call(getUser, { params: { id: 7 } })).toEqual(sanne)
    expect(requests).toMatchObject([
      { method: 'GET', url: '/api/v1/user/7', headers: { authorization: 'Bearer the-token' } },
    ])
  })

  it('sends its body as JSON', async () => {
    const { api, requests } = await connect({ status: 201, body: { entity: {} } })
    await api.call(createEnrollment, { body: choice })
    expect(requests).toMatchObject([{ method: 'POST', body: choice, headers: { 'content-type': 'application/json' } }])
  })

  it('follows a link by its method and address, with a query', async () => {
    const { api, requests } = await connect({ body: { entities: [], _links: {} } })
    const link = { method: 'GET', href: '/api/v1/user/7/elsewhere?page=2' } as const
    await api.follow(listUserTestmoments, link, { query: { module_id: 5 } })
    await api.follow(listUserTestmoments, link)
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/user/7/elsewhere?page=2&module_id=5',
      '/api/v1/user/7/elsewhere?page=2',
    ])
  })

  it('never leaves the API’s own origin, whatever a link says', async () => {
    const stranger = await answeringApi({})
    const { api, requests } = await connect({})
    for (const href of [stranger.origin, `//${new URL(stranger.origin).host}/x`])
      await api.follow(getOwnUser, { method: 'GET', href })
    expect(stranger.requests).toEqual([])
    expect(requests).toHaveLength(2)
  })

  it('is not sent when there is no token to be had', async () => {
    const { origin, requests } = await connect({})
    const api = createApi({ origin, unauthorized: () => {}, bearer: () => Promise.reject(new NetworkError()) })
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ name: 'NetworkError', sent: false })
    expect(requests).toEqual([])
  })

  it('reads an answer in plain text', async () => {
    const { origin } = await connect({ headers: { 'content-type': 'text/plain; charset=utf-8' }, text: 'OK' })
    expect(await createPublicApi(origin).call(invalidateToken, { body: { refresh_token: 'x' } })).toBe('OK')
  })
})

describe('a refusal', () => {
  it('carries its status, its reason and how long to wait', async () => {
    const { api } = await connect(busy('60', 429))
    const error = await api.call(getOwnUser).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, reason: 'unavailable', retryAfter: 60 })
  })

  it('reads a date to wait for', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    const { api } = await connect(busy(inAnHour))
    const error = await api.call(getOwnUser).catch((caught: unknown) => caught)
    expect(error).toSatisfy(
      ({ retryAfter }: ApiError) => retryAfter !== null && retryAfter > 3_500 && retryAfter <= 3_600,
    )
  })

  it('without JSON has the text as its reason', async () => {
    const { api } = await connect({ status: 403, headers: { 'content-type': 'text/html' }, text: 'Verboden' })
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ status: 403, reason: 'Verboden', retryAfter: null })
  })

  it.each([
    ['a list', ['Vul je e-mailadres in.', 'Vul een wachtwoord in.']],
    ['an object with errors', { errors: ['Vul je e-mailadres in.', 'Vul een wachtwoord in.'] }],
  ])('that gives its sentences as %s carries them all', async (_, reason) => {
    const { api } = await connect({ status: 422, body: { reason } })
    await expect(api.call(getOwnUser)).rejects.toMatchObject({
      status: 422,
      sentences: ['Vul je e-mailadres in.', 'Vul een wachtwoord in.'],
      reason: 'Vul je e-mailadres in. Vul een wachtwoord in.',
    })
  })

  it.each([{ reason: { errors: 'no list' } }, { reason: [{ code: 1 }] }, { message: 'of somebody else' }, 7])(
    'in a form that is not agreed on is unknown, and no crash: %j',
    async (body) => {
      const { api } = await connect({ status: 422, body })
      await expect(api.call(getOwnUser)).rejects.toMatchObject({ status: 422, reason: 'unknown', sentences: [] })
    },
  )

  it('with 401 is reported with the token that was refused', async () => {
    const { api, unauthorized } = await connect(refusal(401, 'token-revoked'))
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ status: 401, reason: 'token-revoked' })
    expect(unauthorized.mock.calls).toEqual([['the-token']])
  })

  it('with 401 for a token that was renewed meanwhile is no refusal of the call', async () => {
    const { origin, requests } = await answeringApi(refusal(401, 'token-expired'), { body: sanne })
    const bearer = vi.fn<() => Promise<string>>().mockResolvedValue('renewed').mockResolvedValueOnce('stale')
    const api = createApi({ origin, bearer, unauthorized: () => {} })
    expect(await api.call(getOwnUser)).toEqual(sanne)
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer stale', 'Bearer renewed'])
  })

  it('with 401 for the renewed token too is reported, and the call is not tried a third time', async () => {
    const refused = refusal(401, 'token-revoked')
    const { origin, requests } = await answeringApi(refused, refused, { body: sanne })
    const unauthorized = vi.fn<(token: string) => void>()
    let given = 0
    const api = createApi({ origin, unauthorized, bearer: async () => `token-${++given}` })
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ status: 401 })
    expect(unauthorized.mock.calls).toEqual([['token-1'], ['token-2']])
    expect(requests).toHaveLength(2)
  })

  it('with any other status is not reported', async () => {
    const { api, unauthorized } = await connect(refusal(403, 'not-yours'))
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ status: 403 })
    expect(unauthorized).not.toHaveBeenCalled()
  })

  it('of a login is only that', async () => {
    const { origin, requests } = await connect(refusal(401, 'login-failed'))
    const login = createPublicApi(origin).call(loginCheck, { body: { username: 'a', password: 'b' } })
    await expect(login).rejects.toMatchObject({ status: 401, reason: 'login-failed' })
    expect(requests[0]?.headers.authorization).toBeUndefined()
  })
})

describe('no answer', () => {
  it.each<[string, Turn]>([
    [
      'a page of somebody else',
      { headers: { 'content-type': 'text/html' }, text: '<title>Inloggen op de wifi</title>' },
    ],
    ['half an answer', { text: '{"entities": [' }],
  ])('is what %s comes to', async (_, turn) => {
    const { api } = await connect(turn)
    await expect(api.call(getOwnUser)).rejects.toBeInstanceOf(NetworkError)
  })
})

describe('a call is repeated', () => {
  it.each(['GET', 'POST', 'DELETE'] as const)(
    'by %s when a busy server asks for it, not before its time',
    async (method) => {
      const { api, requests } = await connect(busy('1'), { body: { entity: {} } })
      await api.follow(getOwnUser, { method, href: '/api/v1/x' })
      const [first, second] = requests
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990)
    },
  )

  it('when reading was cut off', async () => {
    const { api, requests } = await connect('cut', { body: sanne })
    expect(await api.call(getOwnUser)).toEqual(sanne)
    expect(requests).toHaveLength(2)
  })

  it('when enrolling was cut off, since enrolling twice is enrolling once', async () => {
    const { api, requests } = await connect('cut', { status: 200, body: { entity: { id: 1 } } })
    expect(await api.follow(createEnrollment, enrollLink, { body: choice })).toEqual({ entity: { id: 1 } })
    expect(requests.map(({ body }) => body)).toEqual([choice, choice])
  })
})

describe('a call is not repeated', () => {
  it('when the server asks for longer than a person waits', async () => {
    const { api, requests } = await connect(busy('11'), {})
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ status: 503, retryAfter: 11 })
    expect(requests).toHaveLength(1)
  })

  it.each([400, 401, 403, 404, 409, 422, 500])('after %i', async (status) => {
    const { api, requests } = await connect(refusal(status, 'x'), {})
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ status })
    expect(requests).toHaveLength(1)
  })

  it('more than five times', async () => {
    const { api, requests } = await connect(busy('0'))
    await expect(api.call(getOwnUser)).rejects.toMatchObject({ status: 503 })
    expect(requests).toHaveLength(6)
  })
})

describe('a question that the page asked before the app had come', () => {
  const path = '/api/v1/user/7/testmoments'
  const link = { method: 'GET', href: path } as const
  const early = { entities: ['early'], _links: {} }
  const late = { entities: ['late'], _links: {} }
  const json = { headers: { 'content-type': 'application/json' } }
  const askedBy = (name: string, answer: () => Promise<Response>) =>
    vi.stubGlobal('window', { earlyAnswers: { [`Bearer ${name} ${path}`]: answer() } })

  // They are taken for as long as the page is young, and the file's other tests take their time.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(2_000))
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('is not asked again: its answer is taken, once', async () => {
    const { api, requests } = await connect({ body: late })
    askedBy('the-token', async () => new Response(JSON.stringify(early), json))
    expect(await api.follow(listUserTestmoments, link)).toEqual(early)
    expect(requests).toEqual([])
    expect(await api.follow(listUserTestmoments, link)).toEqual(late)
  })

  it('is asked again where its answer is too old', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(10_001)
    const { api } = await connect({ body: late })
    askedBy('the-token', async () => new Response(JSON.stringify(early), json))
    expect(await api.follow(listUserTestmoments, link)).toEqual(late)
  })

  it('is answered to nobody else, nor in place of another question', async () => {
    const { api, requests } = await connect({ body: late })
    askedBy('of-somebody-else', async () => new Response(JSON.stringify(early), json))
    expect(await api.follow(listUserTestmoments, link)).toEqual(late)
    askedBy('the-token', async () => new Response(JSON.stringify(early), json))
    expect(await api.follow(listUserTestmoments, link, { query: { module_id: 5 } })).toEqual(late)
    expect(requests).toHaveLength(2)
  })

  it('is asked once more where it was refused or cut off, by the rules of any other', async () => {
    const { api, requests } = await connect({ body: late })
    for (const answer of [
      async () => new Response('{}', { status: 503, headers: { ...json.headers, 'retry-after': '0' } }),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]) {
      askedBy('the-token', answer)
      expect(await api.follow(listUserTestmoments, link)).toEqual(late)
    }
    expect(requests).toHaveLength(2)
    askedBy('the-token', async () => new Response('{"reason":"gone"}', { ...json, status: 404 }))
    await expect(api.follow(listUserTestmoments, link)).rejects.toMatchObject({ status: 404, reason: 'gone' })
    expect(requests).toHaveLength(2)
  })
})

describe('a write whose answer was lost', () => {
  const done = { outcome: 'done', status: 200, ids: [] }
  const gone = { entity: { id: 12 } }
  const leave = ({ api }: Awaited<ReturnType<typeof connect>>) => api.follow(deleteEnrollment, leaveLink)
  const asked = ({ requests }: Awaited<ReturnType<typeof connect>>) =>
    requests.map(({ method, url }) => `${method} ${url}`)
  const keysIn = ({ requests }: Awaited<ReturnType<typeof connect>>) =>
    requests.flatMap(({ method, headers }) => (method === 'DELETE' ? [headers[KEY_HEADER]] : []))

  it.each<[string, Turn]>([
    ['was cut off', 'cut'],
    ['a gateway gave instead', { status: 504 }],
    ['is still to be made', refusal(409, 'write-running')],
  ])('is answered after all when it was done: one that %s', async (_, turn) => {
    const stage = await connect(turn, { body: done }, { body: gone })
    expect(await leave(stage)).toEqual(gone)
    const [key, again] = keysIn(stage)
    expect(asked(stage)).toEqual([
      'DELETE /api/v1/enrollment/12',
      `GET /api/v1/outcomes/${key}`,
      'DELETE /api/v1/enrollment/12',
    ])
    expect(again).toBe(key)
    expect(stage.lost).not.toHaveBeenCalled()
  })

  it('is done, also where its answer cannot be had any more', async () => {
    const without: Turn[] = [{ status: 208, body: done }, 'cut', refusal(403, 'not-yours')]
    for (const turn of without)
      await expect(leave(await connect('cut', { body: done }, turn))).rejects.toMatchObject({ ending: 'done' })
  })

  it('is sent once more as another write where that is safe, for an answer that cannot be had any more', async () => {
    const stage = await connect('cut', { body: done }, { status: 208, body: done }, { body: gone })
    expect(await repeatUnanswered(() => leave(stage))).toEqual(gone)
    expect(new Set(keysIn(stage)).size).toBe(2)
    const refused = await connect(refusal(403, 'not-yours'))
    await expect(repeatUnanswered(() => leave(refused))).rejects.toMatchObject({ reason: 'not-yours' })
    expect(refused.requests).toHaveLength(1)
  })

  it('was as good as not sent when the server did not receive it, and is another one when it is sent again', async () => {
    const stage = await connect('cut', { body: { outcome: 'not-received' } }, { body: gone })
    await expect(leave(stage)).rejects.toMatchObject({ name: 'NetworkError', sent: false })
    expect(await leave(stage)).toEqual(gone)
    expect(new Set(keysIn(stage)).size).toBe(2)
  })

  it('is unknown for as long as nobody can be asked, and goes by the same key when it is sent again', async () => {
    const stage = await connect('cut')
    const failure = await leave(stage).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(LostAnswer)
    expect(failure).toMatchObject({ ending: 'unknown', sent: true })
    const [write] = stage.lost.mock.lastCall ?? []
    expect(write && (await outcomeOf(write))).toBe('unknown')
    expect(write?.isKnown()).toBe(false)
    await expect(leave(stage)).rejects.toBeInstanceOf(LostAnswer)
    expect(new Set(keysIn(stage)).size).toBe(1)
  })

  it('is asked about only where it changes something, by one who is logged in', async () => {
    const { api, origin, requests } = await connect('cut')
    await expect(api.call(stepUp, { body: { password: 'x' } })).rejects.not.toBeInstanceOf(LostAnswer)
    await expect(
      createPublicApi(origin).call(loginCheck, { body: { username: 'x', password: 'x' } }),
    ).rejects.toBeInstanceOf(NetworkError)
    expect(requests.map(({ headers }) => headers[KEY_HEADER])).toEqual([undefined, undefined])
  })
})
