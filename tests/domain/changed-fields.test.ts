import { expect, test } from 'vitest'
import { changedFields, withChanges } from '#domain/entities/differences.ts'
import { mergeEdits } from '#domain/entities/merge-edits.ts'

const theirs = { name: 'Techniek', archived: false, version: 3 }

test('an edit changes what it names and what is then different', () => {
  expect(changedFields({ name: 'Economie', archived: true }, theirs, ['name', 'archived'])).toEqual([
    'archived',
    'name',
  ])
  expect(changedFields({ name: 'Techniek', archived: true }, theirs, ['name', 'archived'])).toEqual(['archived'])
  expect(changedFields({ archived: undefined }, theirs, ['name', 'archived'])).toEqual([])
  expect(withChanges(theirs, { archived: undefined, version: 4 })).toEqual({ ...theirs, version: 4 })
})

test('an edit changes nothing that it may not', () => {
  expect(changedFields({ version: 9 }, theirs, ['name', 'archived'])).toEqual([])
})

test('two edits of different fields are both kept, and nobody is asked', () => {
  const base = { date: '2026-03-20', duration: 'day', max: 0 }
  const merged = mergeEdits({
    base,
    yours: { ...base, duration: 'week' },
    theirs: { ...base, date: '2026-03-27' },
  })
  const both = { date: '2026-03-27', duration: 'week', max: 0 }
  expect(merged).toEqual({ yoursFirst: both, theirsFirst: both, contested: [], theirsAlone: ['date'] })
})

test('only a field that both changed, and differently, is contested', () => {
  const base = { name: 'A', roles: ['x'], on: false, count: 1 }
  expect(
    mergeEdits({
      base,
      yours: { name: 'B', roles: ['y'], on: true, count: 1 },
      theirs: { name: 'C', roles: ['y'], on: false, count: 2 },
    }),
  ).toEqual({
    yoursFirst: { name: 'B', roles: ['y'], on: true, count: 2 },
    theirsFirst: { name: 'C', roles: ['y'], on: true, count: 2 },
    contested: ['name'],
    theirsAlone: ['count'],
  })
})
