import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesBetween } from '#domain/entities/differences.ts'
import { countStudentsDoubled, newTestmoment, scheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import { testmomentFieldTexts, testmomentTitles } from '#domain/testmoments/testmoment-edit.texts.ts'
import { enrollmentsAt, moments, momentsTogether, NOW } from './support/enrollment.arbitrary.ts'
import { isOver } from './support/plain-rules.ts'

const [past, today] = ['2026-10-24', '2026-10-25']
const day = (date: string) => ({ date, duration: 'day' as const })
const count = (before: string, after: string, elsewhere: string[]) =>
  countStudentsDoubled(
    { before: day(before), after: day(after), now: NOW },
    elsewhere.map((date, index) => ({ user_id: index % 2, ...day(date) })),
  )

describe('an edit of a moment’s days', () => {
  test('doubles who is enrolled elsewhere too, each student once', () => {
    expect(count(past, today, [today, today, today])).toBe(2)
  })
  test('doubles nobody whose other enrollment is history', () => expect(count(past, today, [past])).toBe(0))
  test('doubles nobody by going from one current day to another', () => expect(count(today, today, [today])).toBe(0))
  test('doubles nobody by making the moment history', () => expect(count(today, past, [today])).toBe(0))

  /** A school without doubles, in which one moment gets other days: students with doubles after it are counted. */
  test('doubles just those who have two current enrollments in a module once it is made', () => {
    const situations = fc
      .record({ edited: moments, others: momentsTogether, after: moments })
      .chain(({ edited, others, after }) => {
        const all = [edited, ...others.filter(({ id }) => id !== edited.id)].map((moment) => ({
          ...moment,
          schoolyear_active: true,
        }))
        const held = fc.array(enrollmentsAt(all), { maxLength: 4 })
        return fc.record({ edited: fc.constant(edited), after: fc.constant(after), held })
      })
    fc.assert(
      fc.property(situations, ({ edited, after, held }) => {
        const students = held.filter((enrollments) => !hasDoubles(enrollments, ({ moment }) => moment))
        const elsewhere = students.flatMap((enrollments, user_id) =>
          enrollments
            .filter(({ testmoment_id }) => testmoment_id !== edited.id)
            .filter(({ module_id }) =>
              enrollments.some((own) => own.testmoment_id === edited.id && own.module_id === module_id),
            )
            .map(({ moment: { date, duration } }) => ({ user_id, date, duration })),
        )
        const doubled = students.filter((enrollments) =>
          hasDoubles(enrollments, ({ testmoment_id, moment }) => (testmoment_id === edited.id ? after : moment)),
        )
        expect(countStudentsDoubled({ before: edited, after, now: NOW }, elsewhere)).toBe(doubled.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('when a moment is planned to open and close', () => {
  const MINUTE = 60_000
  const at = (offset: number | null) => (offset === null ? null : new Date(NOW + offset).toISOString())
  const fields = (date: string, open: number | null = null, close: number | null = null) => ({
    ...newTestmoment,
    date,
    enrollments_open_at: at(open),
    enrollments_close_at: at(close),
  })
  const midnight = Date.parse('2026-10-25T23:00:00.000Z') - NOW

  test.each([
    ['is not a time that has been', { enrollments_open_at: at(-MINUTE) }, 'opening-past'],
    ['is not a time that has been, for a closing neither', { enrollments_close_at: at(-MINUTE) }, 'closing-past'],
    [
      'is not a closing that has been, also when it is opened by hand',
      { enrollments_close_at: at(-MINUTE), enrollments_enabled: true },
      'closing-past',
    ],
    ['may be the minute that it is', { enrollments_open_at: at(1 - MINUTE) }, null],
    ['is before the moment is over', { enrollments_open_at: at(midnight - 1) }, null],
    ['is not after the moment is over', { enrollments_open_at: at(midnight) }, 'opening-too-late'],
    ['may be later for a moment of a week', { enrollments_open_at: at(midnight), duration: 'week' as const }, null],
    ['may be nothing', { enrollments_open_at: null, enrollments_close_at: null }, null],
  ])('%s', (_, edit, refusal) => {
    expect(scheduleRefusal(fields(today, MINUTE, 2 * MINUTE), { ...fields(today), ...edit }, NOW)).toBe(refusal)
  })

  describe('closes before it begins', () => {
    const begins = '2026-10-27'
    const [midnight, nine] = ['2026-10-26T23:00:00.000Z', '2026-10-27T08:00:00.000Z']
    const justBefore = (iso: string) => new Date(Date.parse(iso) - 1).toISOString()
    const plain = { ...newTestmoment, date: begins }
    const timed = { ...plain, starts_at: '09:00' }
    const late = { ...timed, enrollments_close_at: '2026-10-27T09:00:00.000Z' }

    test.each([
      ['at the latest just before its first day', plain, { enrollments_close_at: justBefore(midnight) }, null],
      ['not as that day begins', plain, { enrollments_close_at: midnight }, 'closing-too-late'],
      [
        'of a week too',
        { ...plain, duration: 'week' as const },
        { enrollments_close_at: midnight },
        'closing-too-late',
      ],
      ['or just before its time, where that is known', timed, { enrollments_close_at: justBefore(nine) }, null],
      ['not at that very time', timed, { enrollments_close_at: nine }, 'closing-too-late'],
      [
        'also when the day is another one',
        { ...timed, date: '2026-10-28', enrollments_close_at: nine },
        { date: begins },
        'closing-too-late',
      ],
      [
        'or the time is',
        { ...timed, starts_at: '12:00', enrollments_close_at: nine },
        { starts_at: '09:00' },
        'closing-too-late',
      ],
      [
        'unless none of these changes: older ones stay',
        late,
        { max_enrollments: 2, date: begins, starts_at: '09:00' },
        null,
      ],
      ['or it is taken away', late, { enrollments_close_at: null, date: '2026-10-28' }, null],
    ])('%s', (_, moment, edit, refusal) => {
      expect(scheduleRefusal(moment, edit, NOW)).toBe(refusal)
    })
  })

  test('is not held against an edit that leaves it as it was', () => {
    const planned = fields(today, -2 * MINUTE, -MINUTE)
    expect(scheduleRefusal(planned, { ...planned, max_enrollments: 2 }, NOW)).toBeNull()
    expect(scheduleRefusal(planned, { max_enrollments: 2 }, NOW)).toBeNull()
    const tooLate = fields(past, MINUTE)
    expect(scheduleRefusal(tooLate, { ...tooLate, max_enrollments: 2 }, NOW)).toBeNull()
  })

  test('is held against days that put the moment before its opening', () => {
    const planned = fields(today, MINUTE)
    expect(scheduleRefusal(planned, { date: past }, NOW)).toBe('opening-too-late')
    expect(scheduleRefusal(planned, { date: past, enrollments_open_at: null }, NOW)).toBeNull()
  })
})

type Held = { testmoment_id: number; module_id: number; moment: { date: string; duration: 'day' | 'week' } }

function hasDoubles(enrollments: readonly Held[], momentOf: (held: Held) => Held['moment']): boolean {
  const current = enrollments.filter((held) => !isOver(momentOf(held), NOW)).map(({ module_id }) => module_id)
  return new Set(current).size < current.length
}

test('what differs of a moment is said in Dutch, by the clocks of Amsterdam', () => {
  const theirs = {
    ...newTestmoment,
    date: '2026-11-24',
    enrollments_open_at: '2026-11-20T08:00:00.000Z',
  }
  const yours = {
    date: '2027-01-12',
    duration: 'week' as const,
    max_enrollments: 2,
    enrollments_enabled: true,
    enrollments_open_at: null,
    enrollments_close_at: '2026-07-01T08:00:00.000Z',
  }
  const november = Date.parse('2026-11-01T12:00:00Z')
  const differences = differencesBetween(yours, theirs, testmomentFieldTexts(november))
  expect(differences.map(({ label, yours: mine, theirs: other }) => `${label}: ${mine} / ${other}`)).toEqual([
    'Datum: di 12 jan / di 24 nov',
    'Duur: een week / een dag',
    'Maximum: Maximaal 2 modules toegestaan / Onbeperkt aantal modules toegestaan',
    'Inschrijvingen: open / gesloten',
    'Opent op: niet gepland / vr 20 nov om 09:00',
    'Sluit op: wo 1 jul 2026 om 10:00 / niet gepland',
  ])
  expect(differencesBetween({ date: theirs.date }, theirs, testmomentFieldTexts(november))).toEqual([])
})

test('the title of a moment always says its year, of a week no second "van", and a time only beside another of its day', () => {
  const week = { date: '2027-03-02', duration: 'week', starts_at: null, shares_day: true } as const
  const day = { date: '2027-01-05', duration: 'day', starts_at: '13:00', shares_day: false } as const
  expect(testmomentTitles.edit(week)).toBe('Toetsmoment van 2 mrt 2027 (week) Wijzigen')
  expect(testmomentTitles.deletion(week)).toBe('Toetsmoment van 2 mrt 2027 (week) verwijderen?')
  expect(testmomentTitles.edit(day)).toBe('Toetsmoment van di 5 jan 2027 Wijzigen')
  expect(testmomentTitles.edit({ ...day, shares_day: true })).toBe('Toetsmoment van di 5 jan 2027, 13:00 Wijzigen')
  expect(testmomentTitles.edit({ ...day, starts_at: null, shares_day: true })).toBe(testmomentTitles.edit(day))
})
