import { describe, expect, it } from 'vitest'
import {
  canBeChosen,
  canBeLeft,
  closesAt,
  leavingClosesAt,
  mayUnenroll,
  nextChange,
  opensAt,
} from '#domain/enrollments/enrollment.rules.ts'
import { chosenUntilText, leftUntilText } from '#domain/enrollments/enrollment-status.texts.ts'
import { plannedChange } from '#domain/enrollments/planned-change.rules.ts'
import { countdownText, plannedChangeText } from '#domain/enrollments/planned-change.texts.ts'
import { isOpening } from '#domain/testmoments/testmoment.rules.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const at = (iso: string) => Date.parse(iso)

const plain = {
  date: '2026-12-01',
  duration: 'day',
  enrollments_enabled: false,
  enrollments_open_at: null,
  enrollments_close_at: null,
} as const

describe('the next change of some moments', () => {
  it('is the first opening, closing or end among them', () => {
    const opens = { ...plain, enrollments_open_at: '2026-11-22T08:00:00.000Z' }
    const closes = { ...plain, enrollments_close_at: '2026-11-23T08:00:00.000Z' }
    expect(nextChange([closes, opens, plain], NOW)).toBe(at('2026-11-22T08:00:00Z'))
    expect(nextChange([closes, plain], NOW)).toBe(at('2026-11-23T08:00:00Z'))
    expect(nextChange([plain], NOW)).toBe(at('2026-12-01T23:00:00Z'))
  })

  it('leaves out what has been, up to and with this very instant', () => {
    const due = { ...plain, enrollments_open_at: new Date(NOW).toISOString() }
    expect(nextChange([due], NOW)).toBe(at('2026-12-01T23:00:00Z'))
    expect(nextChange([{ ...plain, date: '2026-11-01' }], NOW)).toBeNull()
    expect(nextChange([], NOW)).toBeNull()
  })
})

describe('a moment that opens by itself', () => {
  const due = { ...plain, enrollments_open_at: new Date(NOW).toISOString() }

  it('is opening from its time on until the server has opened it', () => {
    expect(isOpening(due, NOW - 1)).toBe(false)
    expect(isOpening(due, NOW)).toBe(true)
    expect(isOpening({ ...due, enrollments_enabled: true }, NOW)).toBe(false)
    expect(isOpening(plain, NOW)).toBe(false)
  })

  it('has a time to show only while it is closed', () => {
    expect(opensAt(due)).toBe(due.enrollments_open_at)
    expect(opensAt({ ...due, enrollments_enabled: true })).toBeNull()
  })
})

describe('what a moment’s schedule does next', () => {
  const [opening, closing] = ['2026-11-22T08:00:00.000Z', '2026-12-07T16:00:00.000Z']
  const open = { ...plain, date: '2026-12-08', enrollments_enabled: true }

  it.each([
    [
      'a closed one opens, whenever it closes again',
      { ...plain, enrollments_open_at: opening, enrollments_close_at: closing },
      'Opent zo 22 nov om 09:00',
    ],
    ['an open one closes', { ...open, enrollments_close_at: closing }, 'Sluit ma 7 dec om 17:00'],
    [
      'an open one whose closing has come is closed',
      { ...open, enrollments_close_at: new Date(NOW).toISOString() },
      null,
    ],
    ['a closed one does not close', { ...plain, enrollments_close_at: closing }, null],
    ['without a plan nothing', open, null],
  ])('%s', (_, moment, text) => {
    const planned = plannedChange(moment, NOW)
    expect(planned && plannedChangeText(planned, NOW)).toBe(text)
  })

  it.each([
    ['a planned closing', { ...open, enrollments_close_at: '2026-11-30T16:00:00.000Z' }, NOW, 'tot ma 30 nov om 17:00'],
    ['the test itself where no closing is planned', open, NOW, 'tot het toetsmoment begint'],
    ['the end of its day once that has come', open, at('2026-12-08T08:00:00Z'), 'vandaag nog'],
    ['the end of its week', { ...open, duration: 'week' } as const, at('2026-12-09T08:00:00Z'), 'deze week nog'],
  ])('until when students can change something is %s', (_, moment, now, text) => {
    expect([chosenUntilText(moment, now), leftUntilText(moment, now)]).toEqual([text, text])
  })

  it('is counted down to', () => {
    const closes = { change: 'closing', at: closing } as const
    expect(countdownText(closes, at(closing) - 61_000)).toBe('Sluit over 2 min')
    expect(countdownText({ change: 'opening', at: opening }, at(opening) - 3 * 86_400_000)).toBe('Opent over 3 dagen')
    expect(countdownText({ change: 'opening', at: opening }, at(opening))).toBe('Opent nu…')
  })
})

describe('until when a student reads that it can be done', () => {
  const closing = '2026-11-30T16:00:00.000Z'
  const open = { ...plain, enrollments_enabled: true, enrollments_close_at: closing, has_record: false }

  it('is the very instant at which the rule begins to refuse', () => {
    const until = at(leavingClosesAt(open, NOW) ?? '')
    expect(mayUnenroll(open, 'student', until - 1).allowed).toBe(true)
    expect(mayUnenroll(open, 'student', until).allowed).toBe(false)
    expect(closesAt(open, NOW)).toBe(closing)
    for (const can of [canBeChosen, canBeLeft]) expect([can(open, until - 1), can(open, until)]).toEqual([true, false])
  })

  it('is not said where it cannot be done any more, or only the moment itself ends it', () => {
    for (const until of [closesAt, leavingClosesAt]) {
      expect(until(open, at(closing))).toBeNull()
      expect(until({ ...open, enrollments_enabled: false }, NOW)).toBeNull()
      expect(until({ ...open, enrollments_close_at: null }, NOW)).toBeNull()
      expect(until({ ...open, enrollments_close_at: '2026-12-02T16:00:00.000Z' }, NOW)).toBeNull()
    }
  })
})
