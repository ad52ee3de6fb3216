import { describe, expect, it } from 'vitest'
import { heldElsewhereText } from '#domain/enrollments/enrollment.texts.ts'
import {
  type EnrollmentChoice,
  enrollmentChoices,
  offeredWish,
} from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { choicesWithPlaces } from '#src/parts/enrollment-choice/placed-choices.ts'
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

describe('the choices with places for what opens later', () => {
  const shut = moment(1, '2026-12-01', { enrollments_enabled: false, _links: {} })
  const placesFor = (first: typeof early, second: typeof late) => {
    const module = status('WIS1', [first])
    if (!first.enrollments_enabled)
      for (const { enrollment } of Object.values(module.enrollments)) enrollment._links = {}
    return choicesWithPlaces(module, { statuses: [module], testmoments: [first, second], now: NOW })
  }

  it('have the button to move from a moment that is closed, and still say that it is', () => {
    const [here, there] = placesFor(shut, late)
    expect(here).toMatchObject({ isYetToOpen: true, enrollment: { testmoment_id: 1 } })
    expect(there).toMatchObject({ isYetToBeLeft: true })
    expect(there).not.toHaveProperty('isYetToOpen')
    expect(there && offeredWish(there)).toMatchObject({ wish: 'moved', from: { date: '2026-12-01' } })
    expect(there && saidOf(there)).toContain('de inschrijvingen daarvoor zijn gesloten')
  })

  it('have it too where both are closed', () => {
    const [, there] = placesFor(shut, moment(2, '2026-12-15', { enrollments_enabled: false, _links: {} }))
    expect(there).toMatchObject({ isYetToOpen: true, isYetToBeLeft: true })
    expect(there && offeredWish(there)).toMatchObject({ wish: 'moved' })
  })

  it('have none where opening it would not let the student go, or the move is possible already', () => {
    const [, there] = placesFor({ ...shut, enrollments_close_at: '2026-11-20T09:00:00.000Z' }, late)
    expect(there && offeredWish(there)).toBeNull()
    for (const choice of placesFor(early, late)) {
      expect(offeredWish(choice)).not.toBeNull()
      expect(choice).not.toHaveProperty('isYetToBeLeft')
    }
  })
})
