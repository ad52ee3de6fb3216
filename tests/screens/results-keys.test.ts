import { describe, expect, it } from 'vitest'
import {
  intentOf,
  type Layout,
  moved,
  pasted,
  readClipboard,
  writeClipboard,
} from '#src/admin/testmoments/results/keys.ts'

/** Three students, two modules; the second student does not take the first. */
const layout: Layout = [
  [11, 12],
  [null, 22],
  [31, 32],
]
const at = (row: number, column: number) => ({ active: { row, column }, anchor: { row, column } })
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

describe('pasting into it', () => {
  it('reads what spreadsheets copy, whatever ends their lines', () => {
    expect(readClipboard('7,5\tV\r\n\t"6"\r\n')).toEqual([
      ['7,5', 'V'],
      ['', '6'],
    ])
    expect(readClipboard(writeClipboard([['a', ''], ['b']]))).toEqual([['a', ''], ['b']])
  })

  it('goes row by row from the active cell, and says what had no place', () => {
    expect(pasted(layout, at(0, 0), readClipboard('1\t2\n3\t4\n5\t6\n7\t8\n9\t10'))).toEqual({
      texts: [
        { id: 11, text: '1' },
        { id: 12, text: '2' },
        { id: 22, text: '4' },
        { id: 31, text: '5' },
        { id: 32, text: '6' },
      ],
      rowsLeft: 2,
      columnsLeft: 0,
      withoutPlace: 1,
      end: { row: 2, column: 1 },
    })
    expect(pasted(layout, at(1, 1), readClipboard('1\t2'))).toMatchObject({ columnsLeft: 1, rowsLeft: 0 })
  })

  it('fills all that is selected with a single one', () => {
    const column = { active: { row: 2, column: 0 }, anchor: { row: 0, column: 0 } }
    expect(pasted(layout, column, [['V']])).toMatchObject({
      texts: [
        { id: 11, text: 'V' },
        { id: 31, text: 'V' },
      ],
      withoutPlace: 0,
    })
  })
})
