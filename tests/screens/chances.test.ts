import { afterEach, expect, it, vi } from 'vitest'
import type { SeatsReply } from '#contract/waiting.calls.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import type { Seats } from '#src/enrollment/agreed-lists.ts'
import { enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { chanceOf, testsToRetake } from '#src/student/history/chances.ts'
import { freshlyPassed } from '#src/student/history/history-screen.tsx'
import { type ModuleName, moment, NOW, status } from './support/student.ts'

afterEach(() => vi.unstubAllGlobals())

const taken = (id: number, module_id: number, change: Partial<TakenTest> = {}): TakenTest => ({
  id,
  testmoment_id: id,
  testmoment: { date: '2026-11-10', duration: 'day', location: null, starts_at: null, ends_at: null },
  schoolyear_name: '2026-2027',
  module_id,
  module_name: 'WIS1',
  module_description: '',
  presence: 'present',
  result: null,
  published_at: null,
  corrected: false,
  is_completed: false,
  ...change,
})
const failed = { result: { outcome: 'failed', grade: 40 } } as const
const passed = { result: { outcome: 'passed', grade: null } } as const

it.each([
  ['failed', [taken(1, 1, failed)], [1]],
  ['missed', [taken(1, 1, { presence: 'absent' })], [1]],
  ['failed twice: the latest', [taken(2, 1, failed), taken(1, 1, failed)], [2]],
  ['failed, and taken again since: its result is waited for', [taken(2, 1), taken(1, 1, failed)], []],
  ['failed, and completed otherwise', [taken(1, 1, { ...failed, is_completed: true })], []],
  ['missed by the list, and graded all the same', [taken(1, 1, { ...passed, presence: 'absent' })], []],
  [
    'of several modules those that were failed',
    [taken(1, 1, failed), taken(2, 2, passed), taken(3, 3, failed)],
    [1, 3],
  ],
] as const)('what is to be taken again: %s', (_, tests, ids) => {
  expect([...testsToRetake(tests)]).toEqual(ids)
})

const chance = (
  testmoments: Testmoment[],
  enrolledAt: Testmoment[] = [],
  { test = taken(99, 1, failed), seats = null }: { test?: TakenTest; seats?: Seats } = {},
) => {
  const statuses = [status('WIS1' satisfies ModuleName, enrolledAt)]
  const [own] = statuses
  const { kind, shown } = chanceOf(
    test,
    own ? enrollmentChoices(own, { statuses, testmoments, seats, now: NOW }) : [],
    NOW,
  )
  return [kind, ...shown.map(({ testmoment }) => testmoment.id)]
}

it('is at the next open moments, as near as three; or where the student is enrolled already', () => {
  const open = [1, 2, 3, 4].map((id) => moment(id, `2026-12-0${id}`))
  const [first] = open
  expect(chance(open)).toEqual(['open', 1, 2, 3])
  expect(chance(open, first ? [first] : [])).toEqual(['taken', 1])
})

it('is said to come where enrolling opens later, is closed, or no moment is planned', () => {
  const shut = { enrollments_enabled: false, _links: {} }
  const opening = moment(2, '2026-12-08', { ...shut, enrollments_open_at: '2026-12-01T08:00:00.000Z' })
  const closed = moment(1, '2026-12-01', shut)
  expect(chance([closed, opening])).toEqual(['opening', 2])
  expect(chance([closed])).toEqual(['closed', 1])
  expect(chance([])).toEqual(['nothing'])
})

it('is a place in line where all is full, and says so of who has one', () => {
  const full = moment(1, '2026-12-01', { seats: 1 })
  const seats: SeatsReply = {
    entities: [{ testmoment_id: 1, seats: 1, free: 0, waiting: 1 }],
    waiting: [],
    outcomes: [],
    _links: { wait: { method: 'POST', href: '/api/v1/waiting' } },
  }
  const entry: WaitingEntry = {
    ...{ id: 5, user_id: 1, testmoment_id: 1, module_id: 1, module_name: 'WIS1', moves: false, place: 1 },
    created_at: '2026-11-20T09:00:00.000Z',
    _links: { leave: { method: 'DELETE', href: '/api/v1/waiting/5' } },
  }
  expect(chance([full], [], { seats })).toEqual(['full', 1])
  expect(chance([full, moment(2, '2026-12-08')], [], { seats })).toEqual(['open', 1, 2])
  expect(chance([full], [], { seats: { ...seats, waiting: [entry] } })).toEqual(['waiting', 1])
})

it('waits until the moment is over at which the test was taken', () => {
  const { testmoment } = taken(99, 1)
  const today = taken(99, 1, { ...failed, testmoment: { ...testmoment, date: '2026-11-21' } })
  expect(chance([moment(1, '2026-12-01')], [], { test: today })).toEqual(['not-over'])
})

it('the latest test passed within two weeks is celebrated, once on a device', () => {
  const published = (id: number, published_at: string) => taken(id, id, { ...passed, published_at })
  const tests = [published(3, '2026-11-18T09:00:00.000Z'), published(2, '2026-11-20T09:00:00.000Z')]
  const celebrated = (...of: TakenTest[]) => freshlyPassed(of, NOW)?.id
  let kept: string | null = null
  vi.stubGlobal('localStorage', { getItem: () => kept })
  expect(celebrated(...tests, taken(4, 4, { ...failed, published_at: '2026-11-21T08:00:00.000Z' }))).toBe(2)
  expect(celebrated(published(1, '2026-11-07T09:00:00.000Z'))).toBeUndefined()
  kept = '2'
  expect(celebrated(...tests)).toBeUndefined()
})
