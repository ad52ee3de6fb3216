import { describe, expect, it } from 'vitest'
import {
  type Asked,
  countsOf,
  countsPerRoom,
  rowsFor,
  untickedIn,
  walkInsOf,
  wholeStatus,
} from '#src/presence/shown-list.ts'
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
  const all = { module_id: null, room_id: null }
  const ask: Asked = { search: '', ...all, onlyUnticked: false }
  const ids = (asked: Partial<Asked>, just?: Set<number>) =>
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
    expect(countsOf(list, new Map(), all)).toEqual({ all: 2, present: 1, late: 1, absent: 0 })
    expect(countsOf(list, new Map(), { ...all, module_id: 1 })).toEqual({ all: 1, present: 0, late: 0, absent: 0 })
  })

  it('are counted as students: who takes two modules is one, and there when seen at either', () => {
    const [first, second] = list.entities
    if (!first || !second) throw new Error('the list has two')
    const ofOne = { ...list, entities: [first, { ...second, user_id: first.user_id }] }
    expect(countsOf(ofOne, new Map(), all)).toEqual({ all: 1, present: 1, late: 1, absent: 0 })
  })

  it('are narrowed to a room, or to who has no chair; each is counted apart', () => {
    const [first, second] = list.entities
    if (!first || !second) throw new Error('the list has two')
    const here = { id: 7, key: 'a', name: 'Daan', at: list.now, who: 'Noor', room_id: 7, settled: false, _links: {} }
    const divided = {
      ...list,
      rooms: [{ id: 7, name: '3.14' }],
      entities: [first, { ...second, room_id: 7 }],
      walk_ins: [here, { ...here, key: 'b', room_id: 8 }, { ...here, key: 'c', room_id: null }],
    }
    const idsIn = (room_id: Asked['room_id']) =>
      rowsFor(divided, new Map(), { ...ask, room_id }).map(({ student }) => student.user_id)
    expect([idsIn(7), idsIn(8), idsIn('none'), idsIn(null)]).toEqual([[2], [], [1], [1, 2]])
    expect(countsPerRoom(divided, new Map()).map(({ id, counts }) => [id, counts.present, counts.all])).toEqual([
      [7, 1, 1],
      ['none', 0, 1],
    ])
    expect(countsPerRoom(list, new Map())).toEqual([])
    const noted = (room_id: Asked['room_id']) => walkInsOf(divided, room_id).map(({ key }) => key)
    expect([noted(null), noted(7), noted('none')]).toEqual([['a', 'b', 'c'], ['a', 'c'], ['c']])
  })
})
