import { describe, expect, it } from 'vitest'
import { announcedMoments } from '#src/student/modules/announced-openings.tsx'
import { choosableMoments, comingTests } from '#src/student/modules/modules-overview.ts'
import { moment, NOW, only, status } from './support/student.ts'

const past = moment(1, '2026-11-19')
const closed = moment(2, '2026-11-24', { enrollments_enabled: false })
const soon = moment(3, '2026-12-01')
const later = moment(4, '2026-12-15', { duration: 'week' })

const names = (modules: { name: string }[]) => modules.map(({ name }) => name)

describe('Jouw inschrijvingen', () => {
  it('are the coming moments, the first one first, each with all that the student takes there', () => {
    const statuses = [status('WIS1', [later]), status('STAT', [closed]), status('ALG', [later])]
    const tests = comingTests(statuses, NOW)
    expect(tests.map(({ testmoment, modules }) => [testmoment.id, names(modules)])).toEqual([
      [2, ['STAT']],
      [4, ['WIS1', 'ALG']],
    ])
  })

  it('leave out what has been', () => {
    expect(comingTests([status('WIS1', [past])], NOW)).toEqual([])
  })
})

describe('Nu open', () => {
  const open = (statuses: Parameters<typeof choosableMoments>[0], moments = [later, soon, closed]) =>
    choosableMoments(statuses, moments, NOW).map(({ testmoment, choosable }) => [testmoment.id, names(choosable)])

  it('are the open moments with what may still be chosen there', () => {
    expect(open([status('WIS1'), status('STAT', [later])])).toEqual([
      [3, ['WIS1']],
      [4, ['WIS1']],
    ])
  })

  it('leave out a moment at which nothing is left to choose', () => {
    const full = moment(5, '2026-12-02', { max_enrollments: 1 })
    const foreign = moment(6, '2026-12-03', only('ALG'))
    expect(open([status('WIS1'), status('STAT', [full])], [full, foreign])).toEqual([])
  })

  it('do not offer again what is taken there already', () => {
    expect(open([status('WIS1', [soon])], [soon])).toEqual([])
  })

  it('leave out what the student has completed', () => {
    expect(open([status('WIS1', [], { is_completed: true })])).toEqual([])
  })
})

describe('Gaat straks open', () => {
  const opening = (id: number, date: string, at: string) =>
    moment(id, date, { enrollments_enabled: false, enrollments_open_at: at })
  const tomorrow = opening(7, '2026-12-08', '2026-11-22T08:00:00.000Z')
  const tonight = opening(8, '2026-12-20', '2026-11-21T19:00:00.000Z')
  const announced = (statuses: Parameters<typeof choosableMoments>[0], moments = [tomorrow, tonight, closed, soon]) =>
    announcedMoments(statuses, moments, NOW).map(({ testmoment, choosable }) => [testmoment.id, names(choosable)])

  it('are the closed moments that open by themselves, with what can be chosen then, the next to open first', () => {
    expect(announced([status('WIS1'), status('STAT', [soon])])).toEqual([
      [8, ['WIS1']],
      [7, ['WIS1']],
    ])
  })

  it('leave out a moment at which there will be nothing to choose', () => {
    expect(announced([status('WIS1', [soon])])).toEqual([])
  })
})
