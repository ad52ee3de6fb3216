import { describe, expect, it } from 'vitest'
import { heldElsewhereText } from '#domain/enrollments/enrollment.texts.ts'
import {
  type EnrollmentChoice,
  enrollmentChoices,
  offeredWish,
} from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { moment, NOW, only, status } from './support/student.ts'

const early = moment(1, '2026-12-01')
const late = moment(2, '2026-12-15')

/** Text that follows 'Je bent al op een ander moment ingeschreven…', if that is the reason. */
const saidOf = (choice: EnrollmentChoice) =>
  choice.enrollment === null && choice.held ? heldElsewhereText(choice.held, 'WIS1', NOW) : null

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
    expect(there && saidOf(there)).toBe('Dat is toetsmoment di 1 dec.')
  })

  it('offer to move there from where the student is, by the link of that enrollment', () => {
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
    [
      'the present moment is closed',
      { from: { enrollments_enabled: false }, to: {} },
      'Dat is toetsmoment di 1 dec. Verplaatsen kan niet: de inschrijvingen daarvoor zijn gesloten.',
    ],
    ['the other is closed', { from: {}, to: { enrollments_enabled: false } }, null],
    [
      'the other has no slot left',
      { from: {}, to: { max_enrollments: 1 } },
      'Dat is toetsmoment di 1 dec. Verplaatsen kan niet. Je hebt voor dit toetsmoment geen sloten meer over. Je mag hier geen module meer kiezen.',
    ],
  ])('do not offer to move where %s, and say so', (_, { from, to }, said) => {
    const [first, second] = [moment(1, '2026-12-01', from), moment(2, '2026-12-15', to)]
    const module = status('WIS1', [first])
    const statuses = [module, status('STAT', [second])]
    const [, there] = enrollmentChoices(module, { statuses, testmoments: [first, second], now: NOW })
    expect(there && offeredWish(there)).toBeNull()
    expect(there && saidOf(there)).toBe(said)
  })

  it('do not offer to move where the server gives no link to leave by, and say that it is closed there', () => {
    const module = status('WIS1', [early])
    for (const { enrollment } of Object.values(module.enrollments)) enrollment._links = {}
    const [, there] = enrollmentChoices(module, { statuses: [module], testmoments: [early, late], now: NOW })
    expect(there && offeredWish(there)).toBeNull()
    expect(there && saidOf(there)).toContain('Verplaatsen kan niet: de inschrijvingen daarvoor zijn gesloten.')
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
