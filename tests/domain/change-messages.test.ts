import { describe, expect, test } from 'vitest'
import { closesEarlier, concernsEnrolled, deletionConcernsEnrolled } from '#domain/messages/change.rules.ts'
import {
  modulesRemovedMessage,
  momentChangedMessage,
  momentDeletedMessage,
  movedMessage,
  othersRemovedMessage,
  type ProposedMessage,
  unenrolledMessage,
} from '#domain/messages/change.texts.ts'
import { messageRefusal, tidyMessage } from '#domain/messages/message.rules.ts'
import { MAX_LOCATION_LENGTH } from '#domain/testmoments/place.rules.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'

const now = Date.parse('2026-11-10T09:00:00.000Z')
const moment: TestmomentFields = {
  date: '2026-11-24',
  duration: 'day',
  location: 'Aula',
  starts_at: '09:00',
  ends_at: '11:30',
  enrollments_enabled: true,
  enrollments_open_at: null,
  enrollments_close_at: '2026-11-20T16:00:00.000Z',
  max_enrollments: 0,
  seats: 0,
}
const shown = ({ subject, text }: ProposedMessage): string => `${subject}\n\n${text}`
const change = (edit: Partial<TestmomentFields>, of: Partial<TestmomentFields> = {}) => {
  const before = { ...moment, ...of }
  return { before, after: { ...before, ...edit }, now }
}

describe('a change concerns those who are enrolled', () => {
  test.for<[what: string, edit: Partial<TestmomentFields>, of: Partial<TestmomentFields>, concerns: boolean]>([
    ['the date', { date: '2026-11-25' }, {}, true],
    ['the duration', { duration: 'week' }, {}, true],
    ['the place', { location: null }, {}, true],
    ['the beginning', { starts_at: '09:30' }, {}, true],
    ['the end', { ends_at: null }, {}, true],
    ['the limit', { max_enrollments: 1 }, {}, false],
    ['nothing', {}, {}, false],
    ['the switch, off', { enrollments_enabled: false }, {}, true],
    ['the switch, on', { enrollments_enabled: true }, { enrollments_enabled: false }, false],
    ['an earlier closing', { enrollments_close_at: '2026-11-20T15:59:00.000Z' }, {}, true],
    ['a first closing', { enrollments_close_at: '2026-11-20T16:00:00.000Z' }, { enrollments_close_at: null }, true],
    ['a later closing', { enrollments_close_at: '2026-11-20T16:01:00.000Z' }, {}, false],
    ['no closing', { enrollments_close_at: null }, {}, false],
    ['a closing of what is not open', { enrollments_close_at: null }, { enrollments_enabled: false }, false],
    ['the place of what is history', { location: null }, { date: '2026-11-09' }, false],
    ['a past moment that is to come again', { date: '2026-11-24' }, { date: '2026-11-09' }, true],
    ['a coming moment that becomes history', { date: '2026-11-09' }, {}, true],
  ])('%s: %o of %o: %s', ([, edit, of, concerns]) => {
    expect(concernsEnrolled(change(edit, of))).toBe(concerns)
  })

  test('a moment that is moved into the past promises no change of heart, however open its switch', () => {
    const { text } = momentChangedMessage(change({ date: '2026-11-09' }, { enrollments_close_at: null }))
    expect(text).toContain('Neem contact op met je docent.')
    expect(text).not.toContain('nog wijzigen')
  })

  test('an opening that is moved with its closing closes nothing for anybody', () => {
    const planned = { enrollments_enabled: false, enrollments_open_at: '2026-11-12T09:00:00.000Z' }
    expect(closesEarlier(change({ enrollments_close_at: '2026-11-13T09:00:00.000Z' }, planned))).toBe(false)
  })

  test('until the moment is history', () => {
    expect(deletionConcernsEnrolled({ ...moment, date: '2026-11-10' }, now)).toBe(true)
    expect(deletionConcernsEnrolled({ ...moment, date: '2026-11-09' }, now)).toBe(false)
  })
})

describe('what is proposed to be written', () => {
  test('of another date and place: the old and the new, what stays, and until when one can still choose', () => {
    const edit = { date: '2026-11-25', location: 'Sporthal Noord' }
    expect(shown(momentChangedMessage(change(edit)))).toMatchInlineSnapshot(`
      "Toetsmoment van di 24 nov om 09:00 is gewijzigd

      Het toetsmoment van di 24 nov om 09:00 waarvoor je bent ingeschreven, is gewijzigd.

      Datum: di 24 nov → wo 25 nov
      Tijd: 09:00–11:30
      Locatie: Aula → Sporthal Noord

      Je inschrijving blijft staan. Kun je dan niet? In de app kun je je inschrijving nog wijzigen, tot vr 20 nov om 17:00."
    `)
  })

  test('of a closed moment, what is not known yet, and a date of another school year', () => {
    const closed = { enrollments_enabled: false, starts_at: null, ends_at: null }
    expect(shown(momentChangedMessage(change({ starts_at: '13:00', location: null }, closed)))).toMatchInlineSnapshot(`
      "Toetsmoment van di 24 nov is gewijzigd

      Het toetsmoment van di 24 nov waarvoor je bent ingeschreven, is gewijzigd.

      Datum: di 24 nov
      Tijd: nog niet bekend → 13:00
      Locatie: Aula → nog niet bekend

      Je inschrijving blijft staan. Kun je dan niet? Neem contact op met je docent."
    `)
    expect(momentChangedMessage(change({ date: '2027-09-01' }, closed)).text).toContain('di 24 nov → wo 1 sep 2027')
  })

  test('of a day that becomes a week', () => {
    const edit = { duration: 'week', starts_at: null, ends_at: null } as const
    expect(momentChangedMessage(change(edit)).text).toContain(
      'Datum: di 24 nov → week van 24 nov\nTijd: 09:00–11:30 → geen vaste tijd\nLocatie: Aula\n',
    )
    expect(momentChangedMessage(change({ location: null }, edit)).subject).toBe(
      'Toetsmoment in de week van 24 nov is gewijzigd',
    )
  })

  test('of closing now, or earlier than was said', () => {
    expect(shown(momentChangedMessage(change({ enrollments_enabled: false })))).toMatchInlineSnapshot(`
      "Inschrijven voor het toetsmoment van di 24 nov om 09:00 is gesloten

      Inschrijven voor het toetsmoment van di 24 nov om 09:00 is gesloten. Je inschrijving staat vast: je kunt die niet meer wijzigen.

      Kun je dan niet? Neem contact op met je docent."
    `)
    const earlier = { enrollments_close_at: '2026-11-12T11:00:00.000Z' }
    expect(shown(momentChangedMessage(change(earlier)))).toMatchInlineSnapshot(`
      "Inschrijven voor het toetsmoment van di 24 nov om 09:00 sluit eerder: do 12 nov om 12:00

      Tot do 12 nov om 12:00 kun je je inschrijving voor het toetsmoment van di 24 nov om 09:00 nog wijzigen. Daarna staat die vast.

      Wijzigen kan tot: vr 20 nov om 17:00 → do 12 nov om 12:00"
    `)
    expect(momentChangedMessage(change(earlier, { enrollments_close_at: null })).subject).toBe(
      'Inschrijven voor het toetsmoment van di 24 nov om 09:00 sluit do 12 nov om 12:00',
    )
    expect(momentChangedMessage(change({ ...earlier, location: 'Zaal 2' })).text).toContain(
      'Locatie: Aula → Zaal 2\nWijzigen kan tot: vr 20 nov om 17:00 → do 12 nov om 12:00\n',
    )
  })

  test('of a deletion', () => {
    expect(shown(momentDeletedMessage(moment, now))).toMatchInlineSnapshot(`
      "Toetsmoment van di 24 nov om 09:00 gaat niet door

      Het toetsmoment van di 24 nov om 09:00 waarvoor je was ingeschreven, gaat niet door. Je inschrijving is vervallen.

      Datum: di 24 nov
      Tijd: 09:00–11:30
      Locatie: Aula

      Wil je de toets nog maken? Kies in de app een ander toetsmoment."
    `)
    const bare = { ...moment, starts_at: null, ends_at: null, location: null }
    expect(momentDeletedMessage(bare, now).text).not.toContain('Datum')
  })

  test('of modules that go, or that alone stay', () => {
    const ended = { moment, modules: ['ALG1'], now }
    expect(shown(modulesRemovedMessage(ended))).toMatchInlineSnapshot(`
      "Je inschrijving voor module ALG1 is vervallen

      Voor module ALG1 kun je op het toetsmoment van di 24 nov om 09:00 geen toets meer maken. Je inschrijving daarvoor is vervallen.

      Wil je de toets nog maken? Kies in de app een ander toetsmoment."
    `)
    expect(shown(othersRemovedMessage({ ...ended, modules: ['ALG1', 'STAT'] }))).toMatchInlineSnapshot(`
      "Je inschrijving voor het toetsmoment van di 24 nov om 09:00 is vervallen

      Op het toetsmoment van di 24 nov om 09:00 kun je alleen nog een toets maken voor de modules ALG1 en STAT. Je inschrijving voor een andere module is vervallen.

      Wil je die toets nog maken? Kies in de app een ander toetsmoment."
    `)
  })

  test('of what a teacher does to somebody’s enrollments', () => {
    expect(shown(unenrolledMessage({ moment, modules: ['ALG1'], now }))).toMatchInlineSnapshot(`
      "Je bent uitgeschreven voor module ALG1 op di 24 nov om 09:00

      Je docent heeft je uitgeschreven voor module ALG1 op di 24 nov om 09:00.

      Klopt dit niet? Neem dan contact op met je docent."
    `)
    expect(unenrolledMessage({ moment, modules: [], now }).subject).toBe(
      'Je bent uitgeschreven voor het toetsmoment van di 24 nov om 09:00',
    )
    const to = { ...moment, date: '2026-12-01', location: 'Sporthal Noord' }
    expect(shown(movedMessage({ from: moment, to, modules: ['ALG1'], now }))).toMatchInlineSnapshot(`
      "Je inschrijving voor module ALG1 is verplaatst

      Je docent heeft je inschrijving voor module ALG1 verplaatst naar een ander toetsmoment.

      Datum: di 24 nov → di 1 dec
      Tijd: 09:00–11:30
      Locatie: Aula → Sporthal Noord

      Kun je dan niet? In de app kun je je inschrijving nog wijzigen, tot vr 20 nov om 17:00."
    `)
  })

  test('can be sent as it is, however long the names are', () => {
    const location = 'Q'.repeat(MAX_LOCATION_LENGTH)
    const modules = Array.from({ length: 10 }, (_, nth) => `${nth}${'M'.repeat(100)}`)
    const messages = [
      momentChangedMessage(change({ location })),
      momentDeletedMessage({ ...moment, location }, now),
      modulesRemovedMessage({ moment, modules: modules.slice(0, 1), now }),
      othersRemovedMessage({ moment, modules, now }),
      unenrolledMessage({ moment, modules, now }),
      movedMessage({ from: moment, to: { ...moment, location }, modules, now }),
    ]
    for (const message of messages) {
      expect(tidyMessage(message)).toEqual(message)
      expect(messageRefusal(message)).toBe(null)
    }
  })
})
