import { describe, expect, it } from 'vitest'
import { changesIn, lostEnrollments, lostWaits } from '#src/student/completed-modules/completion-changes.ts'
import { moment, NOW, status } from './support/student.ts'

const past = moment(1, '2026-11-19')
const soon = moment(2, '2026-12-01', { enrollments_enabled: false })
const later = moment(3, '2026-12-15')

describe('what was ticked', () => {
  it('is only what differs from what the server has', () => {
    const statuses = [status('WIS1'), status('STAT', [], { is_completed: true }), status('ALG')]
    expect(changesIn(statuses, {})).toEqual({ completed: [], reopened: [] })
    expect(changesIn(statuses, { 1: true, 2: false, 3: false })).toEqual({ completed: [1], reopened: [2] })
  })

  it('is never of what a result completed, nor ends it an enrollment to which a record belongs', () => {
    const graded = status('WIS1', [], { is_completed: true, by_result: true })
    expect(changesIn([graded], { 1: false })).toEqual({ completed: [], reopened: [] })
    const held = status('STAT', [soon])
    const { enrollment, testmoment } = held.enrollments[2] ?? {}
    if (!enrollment || !testmoment) throw new Error('no enrollment')
    const enrollments = { 2: { enrollment: { ...enrollment, has_record: true as const }, testmoment } }
    const completed = [held.module.id]
    expect(lostEnrollments([held], { completed, reopened: [] }, NOW)).toHaveLength(1)
    expect(lostEnrollments([{ ...held, enrollments }], { completed, reopened: [] }, NOW)).toEqual([])
  })

  it('ends the current enrollments in what is completed by it, also where enrollment is closed', () => {
    const statuses = [status('WIS1', [later, past, soon]), status('STAT', [later])]
    expect(lostEnrollments(statuses, { completed: [1], reopened: [] }, NOW)).toMatchObject([
      { moduleName: 'WIS1', testmoment: { id: 2 } },
      { moduleName: 'WIS1', testmoment: { id: 3 } },
    ])
  })
})

it('places on waiting lists go with it, and only those for what is completed', () => {
  const entry = (id: number, module_id: number) => ({
    ...{ id, user_id: 7, testmoment_id: 3, module_id, module_name: `M${module_id}`, moves: false, place: 2 },
    created_at: '2026-11-20T09:00:00.000Z',
    _links: {},
  })
  const waiting = [entry(1, 4), entry(2, 5)]
  expect(lostWaits(waiting, { completed: [5], reopened: [4] }).map(({ id }) => id)).toEqual([2])
})
