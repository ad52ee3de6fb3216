import { describe, expect, it } from 'vitest'
import { groupOf, isWanted, testmomentSummary, whyNothing } from '#src/student/testmoments/testmoment-choices.ts'
import { moment, NOW, only, status } from './support/student.ts'

const summary = (testmoment: ReturnType<typeof moment>, statuses = [status('WIS1'), status('STAT')]) =>
  testmomentSummary(testmoment, { statuses, now: NOW })

describe('the state of a test moment for a student', () => {
  it('open, with room for what they have not chosen yet', () => {
    const open = moment(1, '2026-12-01', { max_enrollments: 2 })
    expect(summary(open)).toMatchObject({ taken: [], obstacle: null, slots: 2, isChangeable: true })
  })

  it('enrolled, by the names of the modules', () => {
    const open = moment(1, '2026-12-01')
    expect(summary(open, [status('WIS1', [open]), status('STAT', [open]), status('ALG')])).toMatchObject({
      taken: ['WIS1', 'STAT'],
      obstacle: null,
      isChangeable: true,
    })
  })

  it('at their limit, with the way to leave still there', () => {
    const full = moment(1, '2026-12-01', { max_enrollments: 1 })
    expect(summary(full, [status('WIS1', [full]), status('STAT')])).toMatchObject({
      obstacle: 'no-slots-left',
      slots: 0,
      isChangeable: true,
    })
  })

  it('closed: enrolled or not, nothing can be changed', () => {
    const closed = moment(1, '2026-12-01', { enrollments_enabled: false })
    expect(summary(closed)).toMatchObject({ taken: [], obstacle: 'closed', isChangeable: false })
    expect(summary(closed, [status('WIS1', [closed])])).toMatchObject({ taken: ['WIS1'], isChangeable: false })
  })

  it('closed too where the server gives no way in, whatever this device’s clock says', () => {
    expect(summary(moment(1, '2026-12-01', { _links: {} }))).toMatchObject({ obstacle: 'closed', isChangeable: false })
  })

  it('closed, with the time at which it opens by itself', () => {
    const enrollments_open_at = '2026-11-22T08:00:00.000Z'
    const planned = moment(1, '2026-12-01', { enrollments_enabled: false, enrollments_open_at })
    expect(summary(planned).planned).toEqual({ change: 'opening', at: enrollments_open_at })
  })

  it('open, with the time until when something can be changed; where nothing can, no such time', () => {
    const enrollments_close_at = '2026-11-22T16:00:00.000Z'
    const closing = moment(1, '2026-12-01', { enrollments_close_at })
    expect(summary(closing).planned).toEqual({ change: 'closing', at: enrollments_close_at })
    expect(summary(closing, [status('WIS1', [closing])]).planned?.change).toBe('closing')
    expect(summary(closing, [status('WIS1', [], { is_completed: true })]).planned).toBeNull()
    const over = { ...closing, enrollments_close_at: new Date(NOW).toISOString() }
    expect(summary(over)).toMatchObject({ obstacle: 'closed', planned: null })
  })

  it('nothing there is for them', () => {
    const other = moment(1, '2026-12-01', only('ALG'))
    expect(summary(other)).toMatchObject({ obstacle: 'nothing-offered' })
    expect(whyNothing(other, [status('WIS1')])).toBe('nothing-offered')
  })

  it('all that is there they have completed', () => {
    const done = [status('WIS1', [], { is_completed: true })]
    const own = moment(1, '2026-12-01', only('WIS1'))
    expect(summary(own, done)).toMatchObject({ obstacle: 'all-completed' })
    expect(whyNothing(own, done)).toBe('all-completed')
  })

  it('all that is there they take at another moment, from which they can move', () => {
    const elsewhere = moment(2, '2026-12-10')
    expect(summary(moment(1, '2026-12-01', only('WIS1')), [status('WIS1', [elsewhere])])).toMatchObject({
      taken: [],
      obstacle: 'taken-elsewhere',
      isChangeable: true,
    })
  })
})

describe('the place of a moment among others, and how it is found', () => {
  const groupFor = (...given: Parameters<typeof summary>) => groupOf(summary(...given))

  it('with what is ahead where it can be chosen or left; closed it comes after, also where it is one’s own', () => {
    const open = moment(1, '2026-12-01')
    const closed = moment(1, '2026-12-01', { enrollments_enabled: false })
    expect([groupFor(open), groupFor(open, [status('WIS1', [open])])]).toEqual(['ahead', 'ahead'])
    expect(groupFor(closed, [status('WIS1', [closed])])).toBe('held')
  })

  it('after those where it opens later, and last where there is nothing to choose', () => {
    const opening = { enrollments_enabled: false, enrollments_open_at: '2026-11-22T08:00:00.000Z' }
    expect(groupFor(moment(1, '2026-12-01', opening))).toBe('opening')
    expect(groupFor(moment(1, '2026-12-01', { enrollments_enabled: false }))).toBe('settled')
    expect(groupFor(moment(1, '2026-12-01', only('ALG')))).toBe('settled')
  })

  it('by day, place and module together, in any order and case', () => {
    const testmoment = moment(1, '2026-12-01', { location: 'Sporthal Noord', ...only('WIS1') })
    const isFound = (typed: string) => isWanted({ testmoment, summary: summary(testmoment) }, typed, NOW)
    expect(['noord wis1', '1 dec', 'di', 'SPORT'].filter(isFound)).toHaveLength(4)
    expect(['stat', 'noord stat', 'jan'].some(isFound)).toBe(false)
  })

  it('by each module that can be taken there, where it is for all', () => {
    const testmoment = moment(1, '2026-12-01')
    const isFound = (typed: string) => isWanted({ testmoment, summary: summary(testmoment) }, typed, NOW)
    expect([isFound('wis1'), isFound('alg')]).toEqual([true, false])
  })
})
