import { expect, test } from 'vitest'
import { tagOfMessage, tagOfMoment } from '#domain/push/notification-tags.ts'
import { pushAboutMessage, pushAboutMoment } from '#domain/push/push-message.ts'

const NOW = Date.parse('2026-03-10T09:00:00.000Z')
const somewhere = { location: null, starts_at: null, ends_at: null }
const moment = {
  enrollments_enabled: true,
  id: 12,
  date: '2026-03-24',
  duration: 'day',
  ...somewhere,
  enrollments_close_at: null,
} as const
const url = 'https://wiskunde.school.nl'

test('an opening says where one may enroll, and leads there', () => {
  expect(pushAboutMoment('opening', moment, url, NOW)).toEqual({
    web_push: 8030,
    notification: {
      title: 'De inschrijving is open',
      body: 'Toetsmoment di 24 mrt: je kunt je nu inschrijven.',
      lang: 'nl',
      navigate: 'https://wiskunde.school.nl/student/testmoments?moment=12',
      tag: 'toetsmoment-12',
    },
  })
})

test('a planned closing is said, by the clock of Amsterdam', () => {
  const closing = { ...moment, duration: 'week', enrollments_close_at: '2026-03-20T11:00:00.000Z' } as const
  expect(pushAboutMoment('opening', closing, url, NOW).notification.body).toBe(
    'Toetsmoment week van 24 mrt: je kunt je nu inschrijven, tot vr 20 mrt om 12:00.',
  )
  expect(pushAboutMoment('reminder', closing, url, NOW).notification).toMatchObject({
    title: 'De inschrijving sluit bijna',
    body: 'Toetsmoment week van 24 mrt: je kunt nog kiezen tot vr 20 mrt om 12:00.',
  })
})

test('a seat says where, until when it can be given up if that is to come, and leads there', () => {
  const closing = { ...moment, enrollments_close_at: '2026-03-20T11:00:00.000Z' } as const
  const { notification } = pushAboutMoment('seat', closing, url, NOW)
  expect(notification).toMatchObject({
    title: 'Je hebt een plaats',
    body: 'Toetsmoment di 24 mrt: je bent van de wachtlijst af en ingeschreven. Wijzigen kan tot vr 20 mrt om 12:00.',
    navigate: 'https://wiskunde.school.nl/student/testmoments?moment=12',
  })
  const later = Date.parse(closing.enrollments_close_at)
  expect(pushAboutMoment('seat', closing, url, later).notification.body).not.toMatch(/tot/)
})

test('a message is announced without a word of it, and a tap leads there', () => {
  expect(pushAboutMessage({ kind: 'message', id: 7 }, url)).toEqual({
    web_push: 8030,
    notification: {
      title: 'Nieuw bericht',
      body: 'Een docent heeft je een bericht gestuurd. Je leest het in de app.',
      lang: 'nl',
      navigate: 'https://wiskunde.school.nl/student/messages?message=7',
      tag: 'bericht-7',
    },
  })
  expect(pushAboutMessage({ kind: 'change', id: 7 }, url).notification.title).toBe('Toetsmoment gewijzigd of vervallen')
})

test('a message about one’s own room says what it is about', () => {
  const about = { kind: 'change', id: 7, room_subject: 'Je zaal is gewijzigd: 3.14 → 3.16' } as const
  expect(pushAboutMessage(about, url).notification).toMatchObject({
    title: 'Je zaal is gewijzigd: 3.14 → 3.16',
    body: 'Waar je zit, zie je in de app.',
    tag: 'bericht-7',
  })
})

test('time and place are said, a long place is not', () => {
  const place = { ...moment, starts_at: '09:00', ends_at: '11:30', location: 'Zaal 3.14' }
  expect(pushAboutMoment('opening', place, url, NOW).notification.body).toBe(
    'Toetsmoment di 24 mrt, 09:00–11:30\u00a0· Zaal 3.14: je kunt je nu inschrijven.',
  )
  const long = { ...place, location: 'Sporthal Noord, ingang aan de achterzijde bij de fietsenstalling' }
  expect(pushAboutMoment('opening', long, url, NOW).notification.body).toBe(
    'Toetsmoment di 24 mrt, 09:00–11:30: je kunt je nu inschrijven.',
  )
})

test('the longest message fits in 1 KB, and the tag in a Topic', () => {
  const id = 2_147_483_647
  const longest = {
    id,
    date: '2027-03-24',
    duration: 'day',
    location: 'ẞ'.repeat(80),
    starts_at: '09:00',
    ends_at: '11:30',
    enrollments_enabled: true,
    enrollments_close_at: '2027-03-20T11:00:00.000Z',
  } as const
  const address = `https://${'a'.repeat(63)}.${'b'.repeat(63)}.nl/${'c'.repeat(200)}`
  expect(Buffer.byteLength(JSON.stringify(pushAboutMoment('opening', longest, address, NOW)))).toBeLessThanOrEqual(
    1_024,
  )
  for (const tag of [tagOfMoment(id), tagOfMessage(id)]) expect(tag).toMatch(/^[\w-]{1,32}$/)
})
