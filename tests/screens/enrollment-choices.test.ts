import { describe, expect, it } from 'vitest'
import { enrollmentChoices } from '#src/parts/enrolment-dialog/enrollment-choices.ts'
import { offeredWish } from '#src/parts/enrolment-dialog/offered-wish.ts'
import { moment, NOW, only, status } from './support/student.ts'

const early = moment(1, '2026-12-01')
const late = moment(2, '2026-12-15')

describe('the choices in a module’s dialog', () => {
  it('are the moments that offer it, the first one first', () => {
    const module = status('WIS1')
    const elsewhere = moment(3, '2026-12-10', only('STAT'))
    const choices = enrollmentChoices(module, { statuses: [module], testmoments: [late, elsewhere, early], now: NOW })
    expect(choices.map(({ testmoment }) => testmoment.id)).toEqual([1, 2])
    expect(choices.map(({ verdict }) => verdict.allowed)).toEqual([true, true])
  })

  it('let the student leave where they are, and say at the others that they are elsewhere', () => {
    const module = status('WIS1', [early])
    const [here, there] = enrollmentChoices(module, { statuses: [module], testmoments: [early, late], now: NOW })
    expect(here).toMatchObject({ enrollment: { testmoment_id: 1 }, verdict: { allowed: true } })
    expect(there).toMatchObject({ enrollment: null, verdict: { allowed: false, refusal: 'existing-enrollment' } })
  })

  it('offer to move there from where the student is, by the link of that enrolment', () => {
    const module = status('WIS1', [early])
    const [here, there] = enrollmentChoices(module, { statuses: [module], testmoments: [early, late], now: NOW })
    expect(there && offeredWish(there)).toMatchObject({
      wish: 'moved',
      link: { href: '/api/v1/enrollment/1/move' },
      from: { date: '2026-12-01' },
    })
    expect(here && offeredWish(here)).toMatchObject({ wish: 'unenrolled' })
  })

  it.each([
    ['the present moment is closed', { from: { enrollments_enabled: false }, to: {} }],
    ['the other is closed', { from: {}, to: { enrollments_enabled: false } }],
    ['the other has no slot left', { from: {}, to: { max_enrollments: 1 } }],
  ])('do not offer to move where %s', (_, { from, to }) => {
    const [first, second] = [moment(1, '2026-12-01', from), moment(2, '2026-12-15', to)]
    const module = status('WIS1', [first])
    const statuses = [module, status('STAT', [second])]
    const [, there] = enrollmentChoices(module, { statuses, testmoments: [first, second], now: NOW })
    expect(there && offeredWish(there)).toBeNull()
  })

  it('count the slots that other modules take', () => {
    const limited = moment(1, '2026-12-01', { max_enrollments: 2 })
    const module = status('WIS1')
    const statuses = [module, status('STAT', [limited]), status('ALG', [limited])]
    const [choice] = enrollmentChoices(module, { statuses, testmoments: [limited], now: NOW })
    expect(choice).toMatchObject({ slots: 0, verdict: { allowed: false, refusal: 'no-slots-left' } })
  })

  it('keep a moment that no longer offers the module where the student is enrolled: it can be left', () => {
    const narrowed = moment(1, '2026-12-01', only('STAT'))
    const module = status('WIS1', [narrowed])
    const [choice] = enrollmentChoices(module, { statuses: [module], testmoments: [narrowed], now: NOW })
    expect(choice).toMatchObject({ enrollment: { testmoment_id: 1 }, verdict: { allowed: true } })
  })

  it('are closed where the server gives no link, whatever the rule says by this device’s clock', () => {
    const closedByServer = moment(1, '2026-12-01', { _links: {} })
    const module = status('WIS1')
    const [choice] = enrollmentChoices(module, { statuses: [module], testmoments: [closedByServer], now: NOW })
    expect(choice).toMatchObject({ verdict: { allowed: false, refusal: 'enrollments-closed' } })
  })
})
