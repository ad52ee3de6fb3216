import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enrollmentFactsOf, futureEnrollment, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import { mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import { type ModuleStatus, moduleStatusSchema, testmomentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { momentsTogether, NOW } from './support/enrollment.arbitrary.ts'
import { isOver } from './support/plain-rules.ts'

type StatusMoment = ModuleStatus['enrollments'][string]['testmoment']

const at = (id: number, date: string, duration: 'day' | 'week' = 'day'): StatusMoment => ({
  id,
  date,
  duration,
  location: null,
  starts_at: null,
  ends_at: null,
  enrollments_enabled: true,
  enrollments_close_at: null,
})

/** A student's status in a module, as the API gives it, with an enrollment at each of the moments. */
const statusWith = (...moments: StatusMoment[]): ModuleStatus =>
  moduleStatusSchema.parse({
    module: { id: 7, name: 'WIS1', description: 'Wiskunde 1' },
    enrollments: Object.fromEntries(
      moments.map((testmoment) => [
        testmoment.id,
        {
          enrollment: {
            id: testmoment.id + 100,
            user_id: 3,
            testmoment_id: testmoment.id,
            module_id: 7,
            module_name: 'WIS1',
            created_at: '2026-09-01T08:00:00.000Z',
            _links: {},
          },
          testmoment,
        },
      ]),
    ),
    enrollment_moment: null,
    is_completed: false,
  })

describe('a module’s future enrollment', () => {
  test('is the earliest that is current, not the one that comes first in the list', () => {
    const status = statusWith(at(1, '2027-02-01'), at(2, '2026-11-24'), at(3, '2026-10-01'))
    expect(futureEnrollment(status, NOW)?.enrollment.id).toBe(102)
  })

  test('is none without enrollments, or when all are over', () => {
    expect(futureEnrollment(statusWith(), NOW)).toBeNull()
    expect(futureEnrollment(statusWith(at(1, '2026-10-24'), at(2, '2026-10-18', 'week')), NOW)).toBeNull()
  })

  test('is that of today until midnight, and of this week until Sunday is over', () => {
    const today = statusWith(at(1, '2026-10-25'), at(2, '2026-11-24'))
    const midnight = Date.parse('2026-10-25T23:00:00Z')
    expect(futureEnrollment(today, midnight - 1)?.testmoment.id).toBe(1)
    expect(futureEnrollment(today, midnight)?.testmoment.id).toBe(2)
    const week = statusWith(at(1, '2026-10-19', 'week'))
    expect(futureEnrollment(week, midnight - 1)?.testmoment.id).toBe(1)
    expect(futureEnrollment(week, midnight)).toBeNull()
  })

  test('is current, and no current one is earlier', () => {
    fc.assert(
      fc.property(momentsTogether, (moments) => {
        const current = moments.filter((moment) => !isOver(moment, NOW)).map(({ date }) => date)
        const found = futureEnrollment(
          statusWith(...moments.map(({ id, date, duration }) => at(id, date, duration))),
          NOW,
        )
        expect(found?.testmoment.date).toBe(current.sort()[0])
      }),
    )
  })
})

describe('what the API gives a student', () => {
  const testmoment = testmomentSchema.parse({
    ...at(1, '2026-11-24'),
    enrollments_open_at: null,
    seats: 0,
    max_enrollments: 1,
    modules: [{ id: 7, name: 'WIS1', description: 'Wiskunde 1', auto_enroll: false }],
    enrollments: [],
    version: 1,
    _links: {},
  })
  const ask = (status: ModuleStatus, all: ModuleStatus[] = [status]) =>
    mayEnroll({
      moment: momentFactsOf(testmoment),
      module: moduleFactsOf(status),
      enrollments: enrollmentFactsOf(all),
      by: 'student',
      now: NOW,
    })

  test('is enough to ask the rule', () => expect(ask(statusWith())).toEqual({ allowed: true }))

  test('gives the rule a completed module, one the moment does not list, and an enrollment elsewhere', () => {
    const other = { ...statusWith(), module: { id: 8, name: 'STAT', description: 'Statistiek' } }
    expect(ask({ ...statusWith(), is_completed: true })).toMatchObject({ refusal: 'module-completed' })
    expect(ask(other)).toMatchObject({ refusal: 'module-unavailable' })
    expect(ask(statusWith(at(2, '2026-12-01')))).toMatchObject({ refusal: 'existing-enrollment' })
  })

  test('gives the rule the slots that other modules took', () => {
    const other = { ...statusWith(at(1, '2026-11-24')), module: { id: 8, name: 'STAT', description: 'Statistiek' } }
    for (const { enrollment } of Object.values(other.enrollments)) enrollment.module_id = 8
    expect(ask(statusWith(), [statusWith(), other])).toMatchObject({ refusal: 'no-slots-left' })
  })
})
