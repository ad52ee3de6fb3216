import { describe, expect, it } from 'vitest'
import { register } from '#contract/accounts.gen.ts'
import { outcomeOf } from '#src/account/account-submission.ts'
import { activate } from '#src/account/activation-screen.tsx'
import { choosePassword, judgeResetKey } from '#src/account/password-change-screen.tsx'
import { createPublicApi } from '#src/api/api.ts'
import { answeringApi, type Turn } from './support/answering-api.ts'

const registration = { username: 'jade@school.nl', password: 'kort', password_repeat: 'anders' }
const passwordChange = { reset_key: 'sleutel', password: 'kort', password_repeat: 'anders' }

async function registering(turn: Turn) {
  const { origin } = await answeringApi(turn)
  return outcomeOf(createPublicApi(origin).call(register, { body: registration }))
}

async function changing(turn: Turn) {
  const { origin } = await answeringApi(turn)
  return choosePassword(createPublicApi(origin), passwordChange)
}

describe('what comes of a form', () => {
  it('is the reply when it is accepted', async () => {
    const reply = { username: 'jade@school.nl' }
    expect(await registering({ body: reply })).toEqual({ reply, problems: [] })
  })

  it('is all that the server finds wrong with it', async () => {
    const reason = ['Vul je e-mailadres in.', 'De twee wachtwoorden zijn niet hetzelfde.']
    expect(await registering({ status: 422, body: { reason } })).toEqual({ reply: null, problems: reason })
    expect(await changing({ status: 422, body: { reason: { errors: reason } } })).toEqual({
      reply: null,
      problems: reason,
    })
  })

  it.each<[string, Turn, string]>([
    [
      'the connection breaks',
      'cut',
      'Er kwam geen antwoord van de server. Controleer je internetverbinding en probeer het opnieuw.',
    ],
    [
      'the server is to be left alone for a while',
      { status: 429, headers: { 'retry-after': '95' }, body: { reason: 'too-many-requests' } },
      'Dit is te vaak geprobeerd. Probeer het over 2 minuten opnieuw.',
    ],
    [
      'that is for hours',
      { status: 429, headers: { 'retry-after': '7201' }, body: { reason: 'too-many-requests' } },
      'Dit is te vaak geprobeerd. Probeer het over 3 uur opnieuw.',
    ],
    [
      'that is for seconds',
      { status: 429, headers: { 'retry-after': '12' }, body: { reason: 'too-many-requests' } },
      'Dit is te vaak geprobeerd. Probeer het over 12 seconden opnieuw.',
    ],
    [
      'for how long is not said',
      { status: 429, body: { reason: 'too-many-requests' } },
      'Dit is te vaak geprobeerd. Probeer het zo meteen opnieuw.',
    ],
    [
      'the server has too much to do',
      { status: 503, headers: { 'retry-after': '60' }, body: { reason: 'unavailable' } },
      'De server kan je aanvraag nu niet aan. Probeer het over een minuut opnieuw.',
    ],
    [
      'the server breaks down over it, and its log speaks of that',
      { status: 500, headers: { 'x-request-id': 'Zk3vQ9aB-1f' }, body: { reason: 'internal-error' } },
      'Probeer het opnieuw; blijft het misgaan, vraag dan je docent wiskunde. Noem dan dit kenmerk: Zk3vQ9aB-1f',
    ],
    [
      'the server breaks down over it',
      { status: 500, body: { reason: 'internal-error' } },
      'Probeer het opnieuw; blijft het misgaan, vraag dan je docent wiskunde.',
    ],
  ])('is why it could not be sent, and what to do, when %s', async (_, turn, problem) => {
    expect(await registering(turn)).toEqual({ reply: null, problems: [problem] })
  })

  it.each([
    ['expired', 'De gebruikte wachtwoord herstel link is verlopen.'],
    ['unknown', 'De gebruikte wachtwoord hersel link is niet bekend.'],
    ['not-found', 'De gebruikte wachtwoord hersel link is niet bekend.'],
  ])('is what is the matter with the link when that is %s', async (reason, problem) => {
    expect(await changing({ status: 404, body: { reason } })).toEqual({ reply: null, problems: [problem] })
  })
})

describe('a link to choose a password by', () => {
  const judging = async (turn: Turn) => {
    const { origin, requests } = await answeringApi(turn)
    return { judgement: await judgeResetKey(createPublicApi(origin), 'sleutel'), requests }
  }

  it('is asked about with its key in the body, never in an address', async () => {
    const { judgement, requests } = await judging({ body: { usable: true, username: 'jade@school.nl' } })
    expect(judgement).toEqual({ result: 'usable', username: 'jade@school.nl' })
    expect(requests).toMatchObject([{ url: '/api/v1/password-change/check', body: { reset_key: 'sleutel' } }])
  })

  it.each([
    ['expired', 'De gebruikte wachtwoord herstel link is verlopen.'],
    ['unknown', 'De gebruikte wachtwoord hersel link is niet bekend.'],
  ])('is dead when the server says %s', async (reason, text) => {
    const { judgement } = await judging({ status: 404, body: { reason } })
    expect(judgement).toEqual({ result: 'dead', reason: text })
  })

  it.each<[string, Turn, string]>([
    ['the connection breaks', 'cut', 'geen antwoord'],
    ['too many ask', { status: 429, body: { reason: 'too-many-requests' } }, 'te vaak'],
    ['the server has too much to do', { status: 503, body: { reason: 'unavailable' } }, 'nu niet aan'],
  ])('may well work when %s', async (_, turn, text) => {
    const { judgement } = await judging(turn)
    expect(judgement).toEqual({ result: 'unsure', reason: expect.stringContaining(text) })
  })
})

describe('a link by which this page chose a password', () => {
  const by = (reset_key: string) => ({ ...passwordChange, reset_key })

  it('counts as used, also for a screen that was rendered again meanwhile, and the server is not asked', async () => {
    const { origin, requests } = await answeringApi({ body: { username: 'jade@school.nl' } })
    const api = createPublicApi(origin)
    const choosing = choosePassword(api, by('gebruikt'))
    expect(await judgeResetKey(api, 'gebruikt')).toEqual({ result: 'changed' })
    expect((await choosing).problems).toEqual([])
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/password-change'])
  })

  it('is asked about again where that was refused', async () => {
    const { origin } = await answeringApi(
      { status: 422, body: { reason: { errors: ['Te kort.'] } } },
      { body: { username: 'jade@school.nl' } },
    )
    const api = createPublicApi(origin)
    await choosePassword(api, by('geweigerd'))
    expect(await judgeResetKey(api, 'geweigerd')).toEqual({ result: 'usable', username: 'jade@school.nl' })
  })
})

describe('an activation', () => {
  const sentence = 'Deze activatielink is verlopen.'
  const refused = { status: 404, body: { reason: sentence, message: sentence } }

  async function serverOf(...turns: Turn[]) {
    const { origin, requests } = await answeringApi(...turns)
    return { api: createPublicApi(origin), requests }
  }

  const needed = { reason: 'password-needed', message: 'Kies een wachtwoord.', username: 'jade@school.nl' }

  it('is done, with the password that was chosen before or the one that is typed now', async () => {
    const { api, requests } = await serverOf({ body: { username: 'jade@school.nl' } })
    const done = { reply: { result: 'activated', username: 'jade@school.nl' }, problems: [] }
    expect(await activate(api, 'a')).toEqual(done)
    expect(await activate(api, 'a', 'vlieger')).toEqual(done)
    expect(requests).toMatchObject([
      { url: '/api/v1/verify-user', body: { validation_key: 'a' } },
      { body: { validation_key: 'a', password: 'vlieger' } },
    ])
    expect(requests[0]?.body).not.toHaveProperty('password')
  })

  it('needs a password where none was chosen, and says what is wrong with one', async () => {
    const unfit = { status: 422, body: { reason: { errors: ['Te kort.'] }, message: 'Te kort.' } }
    const { api } = await serverOf({ status: 422, body: needed }, unfit)
    expect(await activate(api, 'b')).toEqual({
      reply: { result: 'password-needed', username: 'jade@school.nl' },
      problems: [],
    })
    expect(await activate(api, 'b', 'kort')).toEqual({ reply: null, problems: ['Te kort.'] })
  })

  it('that is refused says why', async () => {
    const { api } = await serverOf(refused)
    expect(await activate(api, 'c')).toEqual({ reply: { result: 'refused', reason: sentence }, problems: [] })
  })

  it('that got no answer says so, and can be asked for again', async () => {
    const { api } = await serverOf('cut', { body: { username: 'jade@school.nl' } })
    expect(await activate(api, 'd')).toMatchObject({
      reply: null,
      problems: [expect.stringContaining('geen antwoord')],
    })
    expect(await activate(api, 'd')).toMatchObject({ reply: { result: 'activated', username: 'jade@school.nl' } })
  })
})
