import { describe, expect, it } from 'vitest'
import { enrollmentRefusalTexts, leavingRefusalTexts } from '#domain/enrollments/enrollment.texts.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { closesDialog } from '#src/enrollment/attempt.ts'
import { enrollingFails, movingFails, refusal, refusedAt, unenrollingFails } from './support/enrollment-stage.ts'

describe('enrolling', () => {
  it.each(Object.entries(enrollmentRefusalTexts))('tells the refusal %s in its words', async (reason, { toast }) => {
    const { notices } = await enrollingFails(refusal(422, reason))
    const alone = ['enrollments-closed', 'existing-enrollment', 'moment-full'].includes(reason)
    const text = alone ? toast : `Er is iets misgegaan bij het inschrijven. ${toast}`
    expect(notices()).toEqual([{ category: 'error', text }])
  })

  it.each([
    [500, 'internal-error'],
    [503, 'unavailable'],
    [404, 'not-found'],
    [422, 'a code of later'],
    [400, 'enrollments-closed'],
  ])('that fails by %i %s is told as a failure, and the lists are refreshed', async (status, reason) => {
    const { notices } = await enrollingFails(refusal(status, reason))
    expect(notices()).toEqual([
      { category: 'error', text: 'Er is iets misgegaan bij het inschrijven. Probeer het opnieuw.' },
    ])
  })
})

describe('what a server refuses that is asked too often', () => {
  it.each([
    [12, 'over 12 seconden'],
    [1, 'over 1 seconde'],
    [61, 'over 2 minuten'],
    [7_200, 'over 2 uur'],
  ])('says after how long it may be tried again: %i s', async (retryAfter, when) => {
    const { notices } = await enrollingFails(new ApiError({ status: 429, reason: 'too-many-requests', retryAfter }))
    const text = `Er is iets misgegaan bij het inschrijven. Probeer het ${when} opnieuw.`
    expect(notices()).toEqual([{ category: 'error', text }])
  })
})

describe('unenrolling', () => {
  it.each([
    [404, 'not-found', 'De inschrijving is niet gevonden.'],
    [
      422,
      'enrollments-closed',
      'Er is iets misgegaan bij het uitschrijven. De inschrijvingen voor dit toetsmoment zijn gesloten',
    ],
    [
      422,
      'testmoment-past',
      'Er is iets misgegaan bij het uitschrijven. Dit toetsmoment is al geweest. Je kunt je niet meer uitschrijven.',
    ],
    [422, 'no-slots-left', 'Er is iets misgegaan bij het uitschrijven. Probeer het opnieuw.'],
    [500, 'internal-error', 'Er is iets misgegaan bij het uitschrijven. Probeer het opnieuw.'],
  ])('that is refused by %i %s is told so', async (status, reason, text) => {
    const { notices } = await unenrollingFails(refusal(status, reason))
    expect(notices()).toEqual([{ category: 'error', text }])
  })
})

describe('moving', () => {
  it.each(Object.entries(enrollmentRefusalTexts))(
    'tells the new moment’s refusal %s in its words',
    async (reason, { toast }) => {
      const { notices } = await movingFails(refusedAt('enrolling', reason))
      expect(notices()).toEqual([{ category: 'error', text: toast }])
    },
  )

  it.each(Object.entries(leavingRefusalTexts))(
    'tells that it is the old moment that refuses: %s',
    async (reason, text) => {
      const { notices } = await movingFails(refusedAt('leaving', reason))
      expect(notices()).toEqual([{ category: 'error', text }])
    },
  )

  it.each([
    [refusal(500, 'internal-error'), 'Er is iets misgegaan bij het verplaatsen. Probeer het opnieuw.'],
    [refusal(422, 'a code of later'), 'Er is iets misgegaan bij het verplaatsen. Probeer het opnieuw.'],
    [
      new NetworkError({ sent: false }),
      'Er is iets misgegaan bij het verplaatsen. Er is geen verbinding: je verplaatsing is niet verstuurd.',
    ],
  ])('that fails is told as a failure, and the dialog stays: %o', async (error, text) => {
    const { notices, allEmitted } = await movingFails(error)
    expect(notices()).toEqual([{ category: 'error', text }])
    expect(allEmitted.map(closesDialog)).toEqual([false])
  })
})

it('the server’s refusal says after its first sentence at which moment the student is, and why not to move', async () => {
  const held = { testmoment: { date: '2027-01-05', duration: 'day' }, obstacle: null }
  const atAnother = (obstacle: object | null) => {
    const details = { reason: 'existing-enrollment', half: 'enrolling', held: { ...held, obstacle } }
    return new ApiError({ status: 422, reason: 'existing-enrollment', details })
  }
  const sentence = 'Je bent al op een ander moment ingeschreven voor deze module. Dat is toetsmoment di 5 jan.'
  const { notices } = await enrollingFails(atAnother(null))
  expect(notices()).toEqual([{ category: 'error', text: sentence }])
  const closed = atAnother({ half: 'leaving', refusal: 'enrollments-closed' })
  for (const allEmitted of [await enrollingFails(closed), await movingFails(closed)])
    expect(allEmitted.notices()).toEqual([
      { category: 'error', text: `${sentence} Verplaatsen kan niet: de inschrijvingen daarvoor zijn gesloten.` },
    ])
})

it.each([
  [
    enrollingFails,
    'Er is iets misgegaan bij het inschrijven. Er is geen verbinding: je inschrijving is niet verstuurd.',
  ],
  [
    unenrollingFails,
    'Er is iets misgegaan bij het uitschrijven. Er is geen verbinding: je uitschrijving is niet verstuurd.',
  ],
])('says so when a request could not even be sent', async (fails, text) => {
  const { notices } = await fails(new NetworkError({ sent: false }))
  expect(notices()).toEqual([{ category: 'error', text }])
})
