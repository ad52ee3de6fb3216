import { describe, expect, test } from 'vitest'
import {
  type ConcernQuestion,
  closingToRemindOf,
  deadlineOf,
  deadlineOfMessage,
  deadlineOfSeat,
  isConcerned,
  ofEachKind,
  type PushKind,
  pushSubjectOf,
} from '#domain/push/push.rules.ts'

const NOW = Date.parse('2026-03-10T09:00:00.000Z')
const HOUR = 3_600_000
const at = (ms: number) => new Date(ms).toISOString()

const moment = {
  id: 1,
  date: '2026-03-20',
  duration: 'day',
  enrollments_enabled: true,
  enrollments_close_at: null,
  max_enrollments: 0,
  schoolyear_active: true,
  module_ids: [],
} as const
const ALG = { id: 1, active: true, in_department: true, is_completed: false }
const GON = { ...ALG, id: 2 }
const enrolledIn = (module_id: number, testmoment_id = 1) => ({ testmoment_id, module_id, moment })

const wanting = (...kinds: PushKind[]) => ofEachKind((kind) => kinds.includes(kind))

const concerned = (more: Partial<ConcernQuestion> = {}) =>
  isConcerned({
    kind: 'opening',
    moment,
    modules: [ALG, GON],
    enrollments: [],
    wishes: ofEachKind(() => true),
    now: NOW,
    ...more,
  })

describe('an opening concerns', () => {
  test('students who may choose something, also beside what they are enrolled in', () => {
    expect(concerned()).toBe(true)
    expect(concerned({ enrollments: [enrolledIn(ALG.id)] })).toBe(true)
  })

  test('nobody who is enrolled in all they may, here or elsewhere', () => {
    expect(concerned({ enrollments: [enrolledIn(ALG.id), enrolledIn(GON.id, 2)] })).toBe(false)
    expect(concerned({ modules: [ALG, { ...GON, is_completed: true }], enrollments: [enrolledIn(ALG.id)] })).toBe(false)
  })

  test('nobody at the limit, without modules, or whose modules are not offered there', () => {
    expect(concerned({ moment: { ...moment, max_enrollments: 1 }, enrollments: [enrolledIn(ALG.id)] })).toBe(false)
    expect(concerned({ modules: [] })).toBe(false)
    expect(concerned({ moment: { ...moment, module_ids: [3] } })).toBe(false)
  })

  test('nobody once it was taken back, has closed, went by or is of another year', () => {
    expect(concerned({ moment: { ...moment, enrollments_enabled: false } })).toBe(false)
    expect(concerned({ moment: { ...moment, enrollments_close_at: at(NOW) } })).toBe(false)
    expect(concerned({ moment: { ...moment, date: '2026-03-09' } })).toBe(false)
    expect(concerned({ moment: { ...moment, schoolyear_active: false } })).toBe(false)
  })

  test('nobody who does not want that kind', () => {
    expect(concerned({ wishes: wanting('reminder', 'message', 'change') })).toBe(false)
    expect(concerned({ wishes: wanting('opening') })).toBe(true)
    expect(concerned({ kind: 'reminder', wishes: wanting('opening') })).toBe(false)
  })
})

describe('where there are seats, an opening concerns', () => {
  test('nobody once none is free, but who has one there and may take something more', () => {
    expect(concerned({ free_seats: 1 })).toBe(true)
    expect(concerned({ free_seats: 0 })).toBe(false)
    expect(concerned({ kind: 'reminder', free_seats: 0 })).toBe(false)
    expect(concerned({ free_seats: 0, enrollments: [enrolledIn(ALG.id)] })).toBe(true)
  })

  test('not a student who got one, who is notified of that while they have it, also when enrollment has closed', () => {
    const seated = { kind: 'seat' as const, enrollments: [enrolledIn(ALG.id)] }
    expect(concerned({ kind: 'seat' })).toBe(false)
    expect(concerned(seated)).toBe(true)
    expect(concerned({ ...seated, moment: { ...moment, enrollments_enabled: false } })).toBe(true)
    expect(concerned({ ...seated, moment: { ...moment, date: '2026-03-09' } })).toBe(false)
    expect(concerned({ ...seated, wishes: wanting('opening') })).toBe(false)
    const closing = { ...moment, enrollments_close_at: at(NOW + HOUR) }
    expect(deadlineOfSeat(closing, NOW)).toBe(NOW + 48 * HOUR)
    expect(deadlineOfSeat({ ...closing, date: '2026-03-10' }, NOW)).toBe(Date.parse('2026-03-10T23:00:00.000Z'))
  })
})

describe('a push is of use', () => {
  test('until the closing, the end of the moment, or two days', () => {
    expect(deadlineOf(moment, NOW)).toBe(NOW + 48 * HOUR)
    expect(deadlineOf({ ...moment, enrollments_close_at: at(NOW + HOUR) }, NOW)).toBe(NOW + HOUR)
    expect(deadlineOf({ ...moment, enrollments_close_at: at(NOW + 72 * HOUR) }, NOW)).toBe(NOW + 48 * HOUR)
    expect(deadlineOf({ ...moment, date: '2026-03-10' }, NOW)).toBe(Date.parse('2026-03-10T23:00:00.000Z'))
  })
})

describe('a reminder is due', () => {
  const closing = (enrollments_close_at: string | null) => ({ ...moment, enrollments_close_at })

  test('from a day before the closing until it closes', () => {
    expect(closingToRemindOf(closing(at(NOW + 24 * HOUR + 1)), NOW)).toBeNull()
    expect(closingToRemindOf(closing(at(NOW + 24 * HOUR)), NOW)).toBe(at(NOW + 24 * HOUR))
    expect(closingToRemindOf(closing(at(NOW + 1)), NOW)).toBe(at(NOW + 1))
    expect(closingToRemindOf(closing(at(NOW)), NOW)).toBeNull()
  })

  test('never for a closed moment, or one without a closing', () => {
    expect(closingToRemindOf({ ...closing(at(NOW + HOUR)), enrollments_enabled: false }, NOW)).toBeNull()
    expect(closingToRemindOf(closing(null), NOW)).toBeNull()
  })
})

test('a push about a message is of use for two days', () => {
  expect(deadlineOfMessage({ created_at: at(NOW) })).toBe(NOW + 48 * HOUR)
})

test('a push is about a moment, a message or a result, as its kind says, or about nothing', () => {
  const [testmoment_id, message_id, publication_id] = [3, 7, 11]
  const row = { testmoment_id: null, message_id: null, publication_id: null }
  expect(pushSubjectOf({ ...row, kind: 'reminder', testmoment_id })).toEqual({ kind: 'reminder', testmoment_id })
  expect(pushSubjectOf({ ...row, kind: 'change', message_id })).toEqual({ kind: 'change', message_id })
  expect(pushSubjectOf({ ...row, kind: 'result', publication_id })).toEqual({ kind: 'result', publication_id })
  expect(pushSubjectOf({ ...row, kind: 'opening', message_id })).toBeNull()
  expect(pushSubjectOf({ ...row, kind: 'message', testmoment_id })).toBeNull()
  expect(pushSubjectOf({ ...row, kind: 'result', message_id })).toBeNull()
})
