import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDaySchema, idSchema, instantSchema } from '#domain/entities/entity.schema.ts'
import { testmomentCreationSchema, testmomentEditSchema } from '#domain/testmoments/testmoment.schema.ts'
import { days, instants } from './support/calendar.arbitrary.ts'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

describe('what comes in', () => {
  test('is a day only when the calendar has it', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(accepts(calendarDaySchema, day)).toBe(true)
      }),
    )
    for (const none of [
      '2026-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-1-5',
      '2026-11-24T00:00',
      '',
      20261124,
    ])
      expect(accepts(calendarDaySchema, none)).toBe(false)
  })

  test('is an instant only in UTC and to the millisecond, so that instants sort as text', () => {
    fc.assert(
      fc.property(instants, (now) => {
        expect(accepts(instantSchema, new Date(now).toISOString())).toBe(true)
      }),
    )
    for (const none of [
      '2026-11-24T10:00:00Z',
      '2026-11-24T10:00:00.000+01:00',
      '2026-11-24T24:00:00.000Z',
      '2026-11-24',
      0,
    ])
      expect(accepts(instantSchema, none)).toBe(false)
  })

  test.each([0, -1, 1.5, 2 ** 53, '1', null, Number.NaN])('is no id when it is %j', (value) => {
    expect(accepts(idSchema, value)).toBe(false)
  })

  test.for([
    { date: '2026-02-30' },
    { date: '0000-03-01' },
    { duration: 'month' },
    { starts_at: '9:00' },
    { ends_at: '24:00' },
    { location: 5 },
    { max_enrollments: -1 },
    { max_enrollments: 1.5 },
    { max_enrollments: 1_001 },
    { seats: -1 },
    { seats: 100_001 },
    { seats: null },
    { enrollments_enabled: 'yes' },
    { enrollments_open_at: '2026-03-01' },
    { enrollments_open_at: '2026-03-01T09:00:00.000+01:00' },
    { enrollments_close_at: '1999-12-31T23:59:59.999Z' },
    { enrollments_close_at: '9000-01-01T00:00:00.000Z' },
    { version: 0 },
  ])('is no edit of a test moment when it is %j', (edit) => {
    expect(accepts(testmomentEditSchema, edit)).toBe(false)
  })

  test('makes a new test moment that starts closed', () => {
    expect(testmomentCreationSchema.parse({ moment: '2026-11-24' })).toEqual({
      moment: '2026-11-24',
      enrollments_enabled: false,
    })
  })
})
