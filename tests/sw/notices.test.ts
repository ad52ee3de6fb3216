import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pushAboutMessage, pushAboutMoment, pushAboutResult, testMessage } from '#domain/push/push-message.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import { type PushedData, showNotice } from '#sw/push/notice.ts'

const origin = 'https://wiskunde.school.nl'

interface Shown {
  title: string
  options: NotificationOptions | undefined
}

/** Refuses what browsers refuse: a notification without a title, or what is no text where there should be one. */
const pushed = async (data: PushedData | null, { refuses = false } = {}) => {
  const shown: Shown[] = []
  let isRefused = refuses
  await showNotice(data, {
    origin,
    show: async (title, options) => {
      if (isRefused) {
        isRefused = false
        throw new TypeError('no such option')
      }
      shown.push({ title, options })
    },
  })
  return shown
}
const withText = (text: string) => pushed({ text: () => text })

test('a result is said to be there or changed, without what it is, and leads to the tests that were taken', async () => {
  const news = (is_correction: boolean) => pushAboutResult({ enrollment_id: 901, name: 'ALG1', is_correction }, origin)
  const [shown] = await withText(JSON.stringify(news(false)))
  expect(shown).toMatchObject({
    title: 'Je uitslag voor ALG1 is bekend',
    options: { tag: 'uitslag-901', data: { href: '/student/history' } },
  })
  expect(news(true).notification).toMatchObject({ title: 'Je uitslag voor ALG1 is gewijzigd', tag: 'uitslag-901' })
})

test('what our server pushes is shown as it says, and leads to the moment', async () => {
  const moment = { id: 12, ...newTestmoment, date: '2026-11-24' }
  const message = pushAboutMoment('opening', moment, origin, Date.parse('2026-11-10T09:00:00.000Z'))
  const { title, body, tag } = message.notification
  expect(await withText(JSON.stringify(message))).toEqual([
    {
      title,
      options: {
        body,
        tag,
        lang: 'nl',
        icon: '/icons/icon-192.png',
        badge: '/icons/badge-96.png',
        data: { href: '/student/testmoments?moment=12' },
      },
    },
  ])
})

test('a message is announced, and leads to itself', async () => {
  const [shown] = await withText(JSON.stringify(pushAboutMessage({ kind: 'change', id: 7 }, origin)))
  expect(shown).toMatchObject({
    title: 'Toetsmoment gewijzigd of vervallen',
    options: { tag: 'bericht-7', data: { href: '/student/messages?message=7' } },
  })
})

test('the test message is shown, and leads to the settings of pushes', async () => {
  const [shown] = await withText(JSON.stringify(testMessage(origin)))
  expect(shown).toMatchObject({ title: 'Testmelding', options: { data: { href: '/settings/user#meldingen' } } })
})

/** JSON of about our shape, JSON of any, and anything at all. */
const anyPayload = fc.oneof(
  fc
    .record(
      {
        web_push: fc.constantFrom<unknown>(8030, 9000, 'x'),
        notification: fc.oneof(
          fc.dictionary(
            fc.constantFrom('title', 'body', 'tag', 'lang', 'navigate', 'silent', 'actions'),
            fc.jsonValue(),
          ),
          fc.record({ title: fc.string(), body: fc.string(), navigate: fc.oneof(fc.string(), fc.webUrl()) }),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
)

test('1,000 payloads of any kind are 1,000 notifications, in words, that lead nowhere but here', async () => {
  let notifications = 0
  await fc.assert(
    fc.asyncProperty(anyPayload, async (text) => {
      const shown = await withText(text)
      notifications += shown.length
      expect(shown).toHaveLength(1)
      const [{ title, options } = { title: '', options: undefined }] = shown
      expect(title.trim()).not.toBe('')
      for (const word of [options?.body, options?.tag ?? '', options?.data.href]) expect(word).toBeTypeOf('string')
      expect(new URL(options?.data.href, origin).origin).toBe(origin)
    }),
    { numRuns: 1_000 },
  )
  expect(notifications).toBe(1_000)
})

test.each([
  'https://evil.example/phishing',
  '//evil.example/x',
  'https://wiskunde.school.nl//evil.example/x',
  'https://wiskunde.school.nl/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[::1',
])('a tap never leads away from here: %s', async (navigate) => {
  const [shown] = await withText(JSON.stringify({ notification: { title: 'x', navigate } }))
  expect(new URL(shown?.options?.data.href, origin).origin).toBe(origin)
})

const plain = { title: 'Wiskunde inschrijven', options: { body: 'Er is nieuws over je toetsmomenten.' } }

test('a push without data, or whose data cannot be read, still says that there is news', async () => {
  expect(await pushed(null)).toMatchObject([plain])
  const unreadable = {
    text: () => {
      throw new TypeError('cannot be decrypted')
    },
  }
  expect(await pushed(unreadable)).toMatchObject([plain])
})

test('what a browser refuses to show is shown plainly instead', async () => {
  const text = JSON.stringify({ notification: { title: 'De inschrijving is open' } })
  expect(await pushed({ text: () => text }, { refuses: true })).toMatchObject([plain])
})
