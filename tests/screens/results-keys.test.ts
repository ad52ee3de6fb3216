import { describe, expect, it } from 'vitest'
import { readSingleCell, writeClipboard } from '#src/admin/testmoments/results/clipboard.ts'
import { intentOf } from '#src/admin/testmoments/results/keys.ts'
import { type Layout, moved } from '#src/admin/testmoments/results/selection.ts'

/** Three students, two modules; the second student does not take the first. */
const layout: Layout = [
  [11, 12],
  [null, 22],
  [31, 32],
]
const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
  key,
})

describe('the keys of the results grid', () => {
  it.each([
    ['Enter', {}, { do: 'move', direction: 'down', extend: false }],
    ['Enter', { shiftKey: true }, { do: 'move', direction: 'up', extend: false }],
    ['ArrowDown', { shiftKey: true }, { do: 'move', direction: 'down', extend: true }],
    ['Tab', {}, { do: 'move', direction: 'right', extend: false }],
    ['Tab', { shiftKey: true }, { do: 'move', direction: 'left', extend: false }],
    ['Delete', {}, { do: 'clear' }],
    ['F2', {}, { do: 'edit' }],
    ['z', { ctrlKey: true }, { do: 'undo' }],
    ['Z', { metaKey: true, shiftKey: true }, { do: 'redo' }],
    ['y', { ctrlKey: true }, { do: 'redo' }],
    ['Home', { ctrlKey: true }, { do: 'move', direction: 'top', extend: false }],
    ['7', {}, null],
    ['c', { ctrlKey: true }, null],
    ['Escape', {}, null],
  ] as const)('%s %j means %j', (key, held, intent) => {
    expect(intentOf(press(key, held), false)).toEqual(intent)
  })

  it.each([
    ['ArrowLeft', {}, null],
    ['Delete', {}, null],
    ['ArrowDown', {}, { do: 'move', direction: 'down', extend: false }],
    ['Escape', {}, { do: 'restore' }],
    ['z', { ctrlKey: true }, { do: 'restore' }],
    ['a', { ctrlKey: true }, null],
  ] as const)('in a text that is being typed, %s %j means %j', (key, held, intent) => {
    expect(intentOf(press(key, held), true)).toEqual(intent)
  })

  it('pass over who does not take the module, and stay where nothing follows', () => {
    expect(moved(layout, { row: 0, column: 0 }, 'down')).toEqual({ row: 2, column: 0 })
    expect(moved(layout, { row: 2, column: 0 }, 'down')).toEqual({ row: 2, column: 0 })
    expect(moved(layout, { row: 1, column: 1 }, 'left')).toEqual({ row: 1, column: 1 })
    expect(moved(layout, { row: 2, column: 1 }, 'top')).toEqual({ row: 0, column: 1 })
  })
})

describe('the clipboard', () => {
  it.each([
    ['7,5', '7,5'],
    ['V\r\n', 'V'],
    ['', ''],
    ['7\n8', null],
    ['7\t8\n', null],
  ])('%j holds the single cell %j', (copied, text) => {
    expect(readSingleCell(copied)).toBe(text)
  })

  it('gets rows as spreadsheets take them', () => {
    expect(writeClipboard([['a', ''], ['b']])).toBe('a\t\nb')
  })
})
