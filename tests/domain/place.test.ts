import { describe, expect, test } from 'vitest'
import { addressOf } from '#domain/calendar/address.rules.ts'
import { briefLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { placeRefusal, tidyLocation } from '#domain/testmoments/place.rules.ts'
import type { TestmomentEdit } from '#domain/testmoments/testmoment.schema.ts'
import { applyEdit, newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'

const november = Date.parse('2026-11-21T12:00:00Z')
const known = { location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30' }
const moment = (more: Partial<WhenAndWhere> = {}): WhenAndWhere => ({
  date: '2026-11-24',
  duration: 'day',
  location: null,
  starts_at: null,
  ends_at: null,
  ...more,
})

describe('when and where a moment is', () => {
  test.each([
    [{}, 'di 24 nov'],
    [known, 'di 24 nov, 09:00–11:30\u00a0· Zaal 3.14'],
    [{ ...known, ends_at: null }, 'di 24 nov, 09:00\u00a0· Zaal 3.14'],
    [{ ...known, location: null }, 'di 24 nov, 09:00–11:30'],
    [{ location: 'Aula' }, 'di 24 nov, Aula'],
    [{ duration: 'week', date: '2026-11-23', location: 'Aula' } as const, 'week van 23 nov, Aula'],
  ])('%o is %s', (more, label) => {
    expect(whenAndWhereLabel(moment(more), november)).toBe(label)
    expect(briefLabel(moment(more), november)).toBe(label)
  })

  test('a notice goes without a place that would take all its room', () => {
    expect(briefLabel(moment({ ...known, location: 'x'.repeat(80) }), november)).toBe('di 24 nov, 09:00–11:30')
  })
})

describe('a place', () => {
  test('is composed, and none where nothing is said', () => {
    expect(tidyLocation('  Cafe\u0301  zaal\u00a02 ')).toBe('Café zaal 2')
    expect([null, '', ' \n'].map(tidyLocation)).toEqual([null, null, null])
  })

  test.each([
    ['x'.repeat(80), null],
    ['😀'.repeat(80), null],
    ['x'.repeat(81), 'location-too-long'],
    ['Zaal \u202e413', 'location-unreadable'],
    ['Zaal \u0000', 'location-unreadable'],
    ['\u200b', 'location-unreadable'],
    ['Zaal\n3', 'location-unreadable'],
    ['Zaal\r\n3', 'location-unreadable'],
    ['Zaal\t3', 'location-unreadable'],
    ['Zaal\u20283', 'location-unreadable'],
    ['Zaal\u00853', 'location-unreadable'],
  ])('%j is refused with %s', (location, refusal) => {
    expect(placeRefusal(moment({ location }))).toBe(refusal)
  })
})

test.each([
  ['Sporthal Noord', false],
  ['Zaal 3.14', false],
  ['Gebouw B, zaal 2.07', false],
  ['Jaarbeursplein 6, Utrecht', true],
  ['Sporthal Noord, Zuiderweg 12', true],
  ['1234 AB', true],
])('%s is an address, which a map finds: %s', (place, isOne) => {
  expect(addressOf(place)).toBe(isOne ? place : undefined)
  expect(addressOf(place, 'Heidelberglaan 15')).toBe(isOne ? place : 'Heidelberglaan 15')
})

test('a moment without a place leads nowhere', () => {
  expect(addressOf(null, 'Heidelberglaan 15')).toBeUndefined()
})

describe('its times', () => {
  test.each([
    [{}, null],
    [{ starts_at: '09:00' }, null],
    [{ starts_at: '09:00', ends_at: '09:01' }, null],
    [{ starts_at: '09:00', ends_at: '09:00' }, 'end-too-early'],
    [{ starts_at: '23:00', ends_at: '00:30' }, 'end-too-early'],
    [{ ends_at: '11:30' }, 'end-without-start'],
    [{ duration: 'week', starts_at: '09:00' } as const, 'week-with-times'],
  ])('%o are refused with %s', (more, refusal) => {
    expect(placeRefusal(moment(more))).toBe(refusal)
  })

  const kept = { ...newTestmoment, date: '2026-11-24', ...known }
  const edited = (edit: TestmomentEdit) => applyEdit(kept, edit, november)

  test('go when the moment becomes a week, also where all of it is sent as it was read; the place stays', () => {
    const cleared = { duration: 'week', starts_at: null, ends_at: null, location: 'Zaal 3.14' }
    expect(edited({ duration: 'week' })).toMatchObject(cleared)
    expect(edited({ ...kept, duration: 'week' })).toMatchObject(cleared)
  })

  test('that are asked for together with a week are not dropped in silence', () => {
    expect(placeRefusal(edited({ duration: 'week', starts_at: '10:00' }))).toBe('week-with-times')
  })
})
