import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type CsvReading, MAX_CELL_LENGTH, MAX_COLUMNS, readCsv as readAtMost } from '#domain/import/csv.rules.ts'

const readCsv = (text: string): CsvReading => readAtMost(text, 5_001)

const cellsOf = (text: string) => {
  const reading = readCsv(text)
  return reading.whole ? reading.rows.map(({ cells }) => cells) : reading
}

const DELIMITERS = [';', ',', '\t'] as const
const LINE_ENDS = ['\n', '\r\n', '\r'] as const

/** Writes a cell as a spreadsheet program does: in quotes only if necessary. */
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
  test('is read as it was, whatever its cells contain', () => {
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
    ['sep=|\r\na|b', [['a', 'b']]],
    [
      'naam|e-mail\nNoor|x\n',
      [
        ['naam', 'e-mail'],
        ['Noor', 'x'],
      ],
    ],
    [
      'nummer;e-mail\n="0012345";a\n"=""0012346""";b',
      [
        ['nummer', 'e-mail'],
        ['0012345', 'a'],
        ['0012346', 'b'],
      ],
    ],
    [
      'nummer;cijfer\n1;7,5\n2;8,0',
      [
        ['nummer', 'cijfer'],
        ['1', '7,5'],
        ['2', '8,0'],
      ],
    ],
    [
      'Lijst, 24 nov\nnaam;e-mail;klas\nBos, Noor;a;1A',
      [['Lijst, 24 nov'], ['naam', 'e-mail', 'klas'], ['Bos, Noor', 'a', '1A']],
    ],
    ['naam\nAlgebra, deel 1\nAlgebra, deel 2', [['naam'], ['Algebra, deel 1'], ['Algebra, deel 2']]],
    ['alleen', [['alleen']]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cellsOf(text)).toEqual(expected)
  })

  test('numbers its lines as an editor does, also after a cell of several lines', () => {
    const reading = readCsv('a;b\n"op\ntwee";x\r\n\r\nlaatste;y')
    expect(reading).toMatchObject({ whole: true, rows: [{ line: 1 }, { line: 2 }, { line: 5 }] })
  })

  test('reports where a quote begins that is never closed', () => {
    expect(readCsv('a;b\n1;2\n3;"vier\n5;6')).toEqual({ whole: false, fault: 'quote-open', line: 3 })
  })

  test('may have a hundred columns, a thousand letters in a cell, and five thousand lines', () => {
    expect(readCsv(`${'a;'.repeat(MAX_COLUMNS - 1)}${'b'.repeat(MAX_CELL_LENGTH)}`)).toMatchObject({ whole: true })
    expect(readCsv(`e-mail\n${'a;'.repeat(MAX_COLUMNS)}b`)).toEqual({ whole: false, fault: 'line-too-long', line: 2 })
    expect(readCsv(`"a"${';"a"'.repeat(MAX_COLUMNS)}`)).toEqual({ whole: false, fault: 'line-too-long', line: 1 })
    for (const long of ['b'.repeat(MAX_CELL_LENGTH + 1), `"${'b'.repeat(MAX_CELL_LENGTH + 1)}"`])
      expect(readCsv(`e-mail\nx\n${long}`)).toEqual({ whole: false, fault: 'line-too-long', line: 3 })
    expect(readCsv('a\n'.repeat(5_002))).toEqual({ whole: false, fault: 'too-long' })
  })

  test.each([
    ['of 700,000 columns', 'a;'.repeat(700_000), 5],
    ['of delimiters alone', ';'.repeat(1_500_000), 5],
    ['of 700,000 quoted columns', '"a";'.repeat(500_000), 3_000],
    ['of line ends alone', '\n'.repeat(1_500_000), 25_000],
    ['of empty lines', ';\n'.repeat(750_000), 25_000],
    ['of quotes that never end', '"\n'.repeat(750_000), 100_000],
    ['of one quoted cell', `"${'""'.repeat(750_000)}"`, 6_000],
  ])('%s is refused without being read to its end', (_, text, most) => {
    const steps = vi.spyOn(RegExp.prototype, 'exec')
    const { whole } = readCsv(text)
    const taken = steps.mock.calls.length
    steps.mockRestore()
    expect(whole).toBe(false)
    expect(taken).toBeLessThanOrEqual(most)
  })
})
