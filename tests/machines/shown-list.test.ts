import { describe, expect, it } from 'vitest'
import { countsOf, rowsFor, untickedIn, wholeStatus } from '#src/presence/shown-list.ts'
import { entry, listOf } from './support/presence-list.ts'

describe('the rows of a list', () => {
  const list = listOf(
    entry(1),
    entry(2, {
      module_id: 2,
      module_name: 'STAT',
      ticked: { status: 'late', at: '2026-11-24T09:00:00.000Z', who: 'Noor' },
    }),
  )
  const ask = { search: '', module_id: null, onlyUnticked: false }
  const ids = (asked: Partial<typeof ask> | { module_id: number }, just?: Set<number>) =>
    rowsFor(list, new Map(), { ...ask, ...asked }, just).map(({ student }) => student.user_id)

  it('are found by name without accents, by number, by module, and by who has no tick', () => {
    expect(ids({ search: 'andre hoff2' })).toEqual([2])
    expect(ids({ search: '091' })).toEqual([1])
    expect(ids({ module_id: 2 })).toEqual([2])
    expect(ids({ onlyUnticked: true })).toEqual([1])
    expect(ids({ onlyUnticked: true }, new Set([2]))).toEqual([1, 2])
    expect(ids({ search: 'niemand' })).toEqual([])
  })

  it('are one a student, whatever their modules; one that has a tick is not ticked by an act on the rest', () => {
    const taken = listOf(entry(1), entry(2, { user_id: 1, ticked: list.entities[1]?.ticked ?? null }), entry(3))
    const rows = rowsFor(taken, new Map(), ask)
    expect(rows.map(({ entries, statuses }) => [entries.length, wholeStatus(statuses)])).toEqual([
      [2, null],
      [1, null],
    ])
    expect(untickedIn(rows)).toEqual({ enrollment_ids: [1, 3], students: 2 })
    expect(wholeStatus(['late', 'late'])).toBe('late')
  })

  it('are counted, late among the present', () => {
    expect(countsOf(list, new Map(), null)).toEqual({ all: 2, present: 1, late: 1, absent: 0 })
    expect(countsOf(list, new Map(), 1)).toEqual({ all: 1, present: 0, late: 0, absent: 0 })
  })

  it('are counted as students: who takes two modules is one, and there when seen at either', () => {
    const [first, second] = list.entities
    if (!first || !second) throw new Error('the list has two')
    const ofOne = { ...list, entities: [first, { ...second, user_id: first.user_id }] }
    expect(countsOf(ofOne, new Map(), null)).toEqual({ all: 1, present: 1, late: 1, absent: 0 })
  })
})
