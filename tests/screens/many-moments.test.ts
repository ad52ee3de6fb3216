import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { MOST_MOMENTS } from '#domain/testmoments/limits.rules.ts'
import { dayByKey, layOutYear, weeksOf } from '#src/admin/testmoments/calendar/month-grid.ts'
import { MomentActs } from '#src/admin/testmoments/list/year-testmoments.tsx'
import { type ActDraft, newDraft, readAct } from '#src/admin/testmoments/many/act-fields.tsx'
import { manyTexts } from '#src/admin/testmoments/many/acts.texts.ts'
import type { ConnectionActor } from '#src/offline/connection.machine.ts'
import { ConnectionContext } from '#src/offline/connection-view.tsx'
import { type Ticks, withRange } from '#src/parts/many/ticks.tsx'

describe('ticks', () => {
  const shown = [11, 12, 13, 14, 15]
  const ticked = (ids: number[], from: number | undefined, to: number) => [
    ...withRange(new Set(ids), { from, to, shown }),
  ]
  it('go from the last one to this one, either way', () => {
    expect(ticked([12], 12, 14)).toEqual([12, 13, 14])
    expect(ticked([14], 14, 12).toSorted()).toEqual([12, 13, 14])
  })
  it('are taken away over a range where this one was ticked', () => {
    expect(ticked([11, 12, 13, 14], 11, 13)).toEqual([14])
  })
  it('are of this one alone where the last one is not in this list', () => {
    expect(ticked([99], 99, 13)).toEqual([99, 13])
    expect(ticked([], undefined, 13)).toEqual([13])
  })
})

it('two hundred moments are acted on at once; of more it is said that they are too many', () => {
  const state = { hasTag: () => false, matches: () => false, context: { isHeld: false } }
  const connected = { getSnapshot: () => state, subscribe: () => ({ unsubscribe: () => undefined }) }
  const shown = (count: number) =>
    renderToStaticMarkup(
      createElement(
        ConnectionContext,
        { value: connected as unknown as ConnectionActor },
        createElement(MomentActs, { ticks: { count } as Ticks }),
      ),
    )
  expect([MOST_MOMENTS, shown(MOST_MOMENTS)]).toEqual([200, expect.not.stringContaining('aria-disabled="true"')])
  expect(shown(MOST_MOMENTS + 1)).toContain('aria-disabled="true"')
  expect(shown(MOST_MOMENTS + 1)).toContain(manyTexts.tooMany(MOST_MOMENTS))
})

describe('an act as it is typed', () => {
  const draft = (changes: Partial<ActDraft>): ActDraft => ({ ...newDraft, ...changes })
  it('plans so many days before each moment, at a time for all, or nothing any more', () => {
    const { opening } = newDraft
    const at = { day: '1', month: '12', year: '2026', clock: '9' }
    expect(readAct('plan', newDraft)).toBeNull()
    expect(readAct('plan', draft({ opening: { ...opening, how: 'before', days: '14', time: '9u30' } }))).toEqual({
      kind: 'plan',
      opening: { days_before: 14, time: '09:30' },
      closing: undefined,
    })
    expect(
      readAct('plan', draft({ opening: { ...opening, how: 'none' }, closing: { ...opening, how: 'at', at } })),
    ).toEqual({ kind: 'plan', opening: null, closing: { at: '2026-12-01T08:00:00.000Z' } })
  })
  it('is none while a time, the days, the seats or the modules are none', () => {
    const { opening } = newDraft
    expect(readAct('plan', draft({ opening: { ...opening, how: 'at' } }))).toBeNull()
    expect(readAct('plan', draft({ opening: { ...opening, how: 'before', days: '366' } }))).toBeNull()
    expect(readAct('plan', draft({ opening: { ...opening, how: 'before', time: '25' } }))).toBeNull()
    expect(readAct('seats', draft({ seats: 'tachtig' }))).toBeNull()
    expect(readAct('seats', draft({ seats: '80' }))).toEqual({ kind: 'seats', seats: 80 })
    expect(readAct('modules', newDraft)).toBeNull()
    expect(readAct('modules', draft({ how: 'replace', modules: [{ id: 3, name: 'ALG1' }] }))).toEqual({
      kind: 'modules',
      how: 'replace',
      module_ids: [3],
    })
    expect(readAct('close', newDraft)).toEqual({ kind: 'close' })
  })
})

describe('a year as a calendar', () => {
  const now = Date.parse('2026-11-23T09:00:00.000Z')
  const moment = (id: number, date: string, duration: 'day' | 'week' = 'day') =>
    ({ id, date, duration, starts_at: null }) as ManagedTestmoment
  const lay = (...moments: ManagedTestmoment[]) => layOutYear({ name: '2026-2027', moments, now })

  it('has twelve months from August on, of weeks that begin on Monday', () => {
    const { months } = lay()
    expect(months.map(({ year, month }) => `${year}-${month}`)).toEqual([
      ...['2026-8', '2026-9', '2026-10', '2026-11', '2026-12'],
      ...['2027-1', '2027-2', '2027-3', '2027-4', '2027-5', '2027-6', '2027-7'],
    ])
    // 1 November 2026 is a Sunday
    expect(weeksOf(2026, 11)[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeksOf(2026, 11).at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(weeksOf(2027, 2)).toHaveLength(4)
    expect(weeksOf(2028, 2).flat().filter(Boolean)).toHaveLength(29)
  })

  it('has a moment of a week span its days, also over the end of a week and of a month', () => {
    const { months } = lay(moment(1, '2026-11-26', 'week'))
    const [november, december] = [months[3], months[4]]
    const bars = november?.weeks.flatMap((week) => week.bars) ?? []
    expect(bars.map(({ from, span, isStart }) => [from, span, isStart])).toEqual([
      [3, 4, true],
      [0, 1, false],
    ])
    expect(december?.weeks[0]?.bars.map(({ from, span, isStart }) => [from, span, isStart])).toEqual([[1, 2, false]])
  })

  it('shows overlapping weeks above each other, and others on one line', () => {
    const { months } = lay(
      moment(1, '2026-11-02', 'week'),
      moment(2, '2026-11-04', 'week'),
      moment(3, '2026-11-11', 'week'),
    )
    const [, second, third] = months[3]?.weeks ?? []
    expect(second?.bars.map(({ moment: { id }, lane }) => [id, lane])).toEqual([
      [1, 0],
      [2, 1],
    ])
    expect(third?.bars.map(({ moment: { id }, lane }) => [id, lane])).toEqual([
      [2, 0],
      [3, 0],
    ])
    expect(third?.lanes).toBe(1)
  })

  it('names those that lie outside of it, and begins by its earliest moment where its name says no years', () => {
    expect(lay(moment(1, '2027-08-01'), moment(2, '2026-07-28', 'week')).outside.map(({ id }) => id)).toEqual([1])
    const { first, outside } = layOutYear({ name: 'Proefjaar', moments: [moment(1, '2025-09-01')], now })
    expect([first, outside]).toEqual(['2025-08-01', []])
    expect(layOutYear({ name: 'Proefjaar', moments: [], now }).first).toBe('2026-08-01')
  })

  const year = { first: '2026-08-01', last: '2027-07-31' }
  it.each([
    ['2026-11-23', 'ArrowRight', '2026-11-24'],
    ['2026-11-30', 'ArrowRight', '2026-12-01'],
    ['2026-11-23', 'ArrowUp', '2026-11-16'],
    ['2026-11-03', 'ArrowUp', '2026-10-27'],
    ['2026-11-25', 'Home', '2026-11-23'],
    ['2026-11-25', 'End', '2026-11-29'],
    ['2027-01-31', 'PageDown', '2027-02-28'],
    ['2027-01-31', 'PageUp', '2026-12-31'],
    ['2026-08-01', 'ArrowLeft', '2026-08-01'],
    ['2027-07-28', 'ArrowDown', '2027-07-31'],
    ['2026-11-23', 'a', null],
    ['2026-11-23', 'Enter', null],
  ])('leads from %s by %s to %s', (day, key, wanted) => {
    expect(dayByKey(day, key, year)).toBe(wanted)
  })
})
