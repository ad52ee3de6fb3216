import { describe, expect, it } from 'vitest'
import { enrollmentChoices } from '#src/parts/enrolment-dialog/enrollment-choices.ts'
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
