import { describe, expect, test } from 'vitest'
import {
  aboveSeats,
  freeSeats,
  mayBePromoted,
  mayTake,
  movedFrom,
  placesInLine,
  type WaitingQuestion,
  waitEnds,
} from '#domain/enrollments/waiting.rules.ts'

const now = Date.parse('2026-03-10T09:00:00.000Z')
const ALG = 1

const moment = {
  id: 10,
  date: '2026-03-20',
  duration: 'week' as const,
  enrollments_enabled: true,
  enrollments_close_at: null,
  max_enrollments: 0,
  schoolyear_active: true,
  module_ids: [],
}
const other = { ...moment, id: 11, date: '2026-03-27', has_record: false }
const held = (at: typeof moment = other, module_id = ALG, has_record = false) => ({
  testmoment_id: at.id,
  module_id,
  moment: { ...at, has_record },
})
const question = (changes: Partial<WaitingQuestion> = {}): WaitingQuestion => ({
  moment,
  module: { id: ALG, active: true, in_department: true, is_completed: false },
  enrollments: [],
  by: 'student',
  moves: false,
  now,
  ...changes,
})
const module = (changes: object) => ({ module: { ...question().module, ...changes } })

describe('a waiting student', () => {
  test.for<[what: string, Partial<WaitingQuestion>, is: boolean]>([
    ['as things are', {}, true],
    ['while the moment is closed', { moment: { ...moment, enrollments_enabled: false } }, false],
    ['while its year is not active', { moment: { ...moment, schoolyear_active: false } }, false],
    ['on the eve of its first day', { now: Date.parse('2026-03-19T22:59:59.999Z') }, true],
    ['on its first day, though one may still enroll', { now: Date.parse('2026-03-19T23:00:00.000Z') }, false],
    ['while the module is not in use', module({ active: false }), false],
    ['enrolled elsewhere', { enrollments: [held()] }, false],
    ['enrolled elsewhere, to be moved', { enrollments: [held()], moves: true }, true],
    [
      'to be moved from a closed moment',
      { enrollments: [held({ ...other, enrollments_enabled: false })], moves: true },
      false,
    ],
    [
      'to be moved from where they were ticked or graded',
      { enrollments: [held(other, ALG, true)], moves: true },
      false,
    ],
    ['with no slot left', { moment: { ...moment, max_enrollments: 1 }, enrollments: [held(moment, 2)] }, false],
  ])('is given a seat, %s: %s', ([, changes, is]) => {
    expect(mayBePromoted(question(changes))).toBe(is)
  })

  test.for<[Partial<WaitingQuestion>, ReturnType<typeof waitEnds>]>([
    [{}, null],
    [{ moment: { ...moment, enrollments_enabled: false } }, null],
    [{ moment: { ...moment, schoolyear_active: false } }, null],
    [module({ active: false }), null],
    [{ enrollments: [held(moment)] }, 'enrolled'],
    [{ now: Date.parse('2026-03-26T23:00:00.000Z') }, 'testmoment-past'],
    [module({ is_completed: true }), 'module-completed'],
    [module({ in_department: false }), 'module-unavailable'],
    [{ moment: { ...moment, module_ids: [2] } }, 'module-unavailable'],
    [{ enrollments: [held()] }, 'enrolled-elsewhere'],
    [{ enrollments: [held()], moves: true }, null],
    [{ enrollments: [held({ ...other, date: '2026-02-01' })] }, null],
  ])('waits no longer for one reason, the first that holds: %j', ([changes, end]) => {
    expect(waitEnds(question(changes))).toBe(end)
  })

  test('reads that it is full after every other reason, also of a move', () => {
    const full = (changes: Partial<WaitingQuestion>) => mayTake(question({ free_seats: 0, ...changes }))
    expect(full({})).toMatchObject({ refusal: 'moment-full' })
    expect(full({ enrollments: [held()], moves: true })).toMatchObject({ refusal: 'moment-full' })
    expect(full({ enrollments: [held()] })).toMatchObject({ refusal: 'existing-enrollment' })
    expect(full({ enrollments: [held(moment, 2)] })).toEqual({ allowed: true })
  })

  test('is moved from another moment alone, and only if they asked for it', () => {
    const from = (enrollments: WaitingQuestion['enrollments'], moves: boolean) =>
      movedFrom(question({ enrollments, moves }))?.testmoment_id
    expect([from([held()], true), from([held()], false), from([held(moment)], true)]).toEqual([
      other.id,
      undefined,
      undefined,
    ])
  })

  test('has a place that counts students, by the first of what each waits for', () => {
    const line = [7, 8, 7, 9].map((user_id, id) => ({ id, user_id }))
    expect([...placesInLine(line)]).toEqual([
      [7, 1],
      [8, 2],
      [9, 3],
    ])
  })
})

test('newcomers find the seats that are neither taken nor for who waits, and never fewer than none', () => {
  expect(freeSeats({ seats: 10, taken: 6, claimed: 3 })).toBe(1)
  expect(freeSeats({ seats: 10, taken: 12, claimed: 0 })).toBe(0)
  expect(freeSeats({ seats: 0, taken: 12, claimed: 3 })).toBe(Number.POSITIVE_INFINITY)
  expect([aboveSeats({ seats: 10, taken: 12 }), aboveSeats({ seats: 0, taken: 12 })]).toEqual([2, 0])
})
