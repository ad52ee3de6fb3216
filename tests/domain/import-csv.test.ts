import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv } from '#domain/import/csv.rules.ts'

const cellsOf = (text: string) => {
  const reading = readCsv(text)
  return reading.whole ? reading.rows.map(({ cells }) => cells) : reading
}

const DELIMITERS = [';', ',', '\t'] as const
const LINE_ENDS = ['\n', '\r\n', '\r'] as const

/** As a spreadsheet writes it: in quotes where it must be. */
const written = (cell: string, always: boolean) =>
  always || /[";,\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const header = ['voornaam', 'achternaam', 'e-mail']
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '"', '""', 'a"b', 'a;b', 'a,b', 'a\tb', '\n'),
)
const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 })
const isFilled = (cells: string[]) => cells.some((text) => text.trim() !== '')

describe('a list as a spreadsheet writes it', () => {
  test('is read as it was, whatever stands in its cells', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...DELIMITERS),
        fc.constantFrom(...LINE_ENDS),
        fc.boolean(),
        fc.boolean(),
        (rows, delimiter, lineEnd, always, endsInLineEnd) => {
          const lines = [header, ...rows].map((cells) => cells.map((one) => written(one, always)).join(delimiter))
          const text = lines.join(lineEnd) + (endsInLineEnd ? lineEnd : '')
          expect(cellsOf(text)).toEqual([header, ...rows.filter(isFilled)])
        },
      ),
    )
  })

  test('never takes a text for a fault of ours', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readCsv(text)).toHaveProperty('whole')
      }),
    )
  })

  test.each([
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      '"naam, voluit";b\nx;y',
      [
        ['naam, voluit', 'b'],
        ['x', 'y'],
      ],
    ],
    [
      'sep=,\na,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\uFEFFa;b', [['a', 'b']]],
    ['een "echt" woord;b', [['een "echt" woord', 'b']]],
    ['"""geciteerd""";b', [['"geciteerd"', 'b']]],
    [
      'a;b\n\n;\n1;2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['alleen', [['alleen']]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cellsOf(text)).toEqual(expected)
  })

  test('numbers its lines as an editor does, also after a cell of several lines', () => {
    const reading = readCsv('a;b\n"op\ntwee";x\r\n\r\nlaatste;y')
    expect(reading).toMatchObject({ whole: true, rows: [{ line: 1 }, { line: 2 }, { line: 5 }] })
  })

  test('tells where a quote begins that is never closed', () => {
    expect(readCsv('a;b\n1;2\n3;"vier\n5;6')).toEqual({ whole: false, openedAt: 3 })
  })
})
