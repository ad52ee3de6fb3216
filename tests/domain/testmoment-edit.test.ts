import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesBetween } from '#domain/edit/differences.ts'
import { countStudentsDoubled } from '#domain/testmoment/testmoment-edit.rules.ts'
import { testmomentFieldTexts } from '#domain/testmoment/testmoment-edit.texts.ts'
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
  test('doubles nobody whose other enrolment is history', () => expect(count(past, today, [past])).toBe(0))
  test('doubles nobody by going from one current day to another', () => expect(count(today, today, [today])).toBe(0))
  test('doubles nobody by making the moment history', () => expect(count(today, past, [today])).toBe(0))

  /** A school without doubles, in which one moment gets other days: whoever has doubles after it is counted. */
  test('doubles just those who have two current enrolments in a module once it is made', () => {
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

type Held = { testmoment_id: number; module_id: number; moment: { date: string; duration: 'day' | 'week' } }

function hasDoubles(enrollments: readonly Held[], momentOf: (held: Held) => Held['moment']): boolean {
  const current = enrollments.filter((held) => !isOver(momentOf(held), NOW)).map(({ module_id }) => module_id)
  return new Set(current).size < current.length
}

test('what differs of a moment is told in Dutch, by the clocks of Amsterdam', () => {
  const theirs = {
    date: '2026-11-24',
    duration: 'day' as const,
    max_enrollments: 0,
    enrollments_enabled: false,
    enrollments_open_at: '2026-11-20T08:00:00.000Z',
    enrollments_close_at: null,
  }
  const yours = {
    date: '2027-01-12',
    duration: 'week' as const,
    max_enrollments: 2,
    enrollments_enabled: true,
    enrollments_open_at: null,
    enrollments_close_at: '2026-07-01T08:00:00.000Z',
  }
  const told = differencesBetween(yours, theirs, testmomentFieldTexts)
  expect(told.map(({ label, yours: mine, theirs: other }) => `${label}: ${mine} / ${other}`)).toEqual([
    'Datum: di 12 jan 2027 / di 24 nov 2026',
    'Duur: een week / een dag',
    'Maximum: Maximaal 2 modules toegestaan / Onbeperkt aantal modules toegestaan',
    'Inschrijvingen: open / gesloten',
    'Opent op: niet gepland / vr 20 nov 2026 om 09:00',
    'Sluit op: wo 1 jul 2026 om 10:00 / niet gepland',
  ])
  expect(differencesBetween({ date: theirs.date }, theirs, testmomentFieldTexts)).toEqual([])
})
