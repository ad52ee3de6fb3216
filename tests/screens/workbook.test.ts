import { deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { readWorkbook } from '#src/admin/import/workbook.ts'

const bytes = (file: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(file)

const written = async (rows: SheetData) => bytes(await writeExcelFile(rows).toBuffer())

const WORKBOOK = '<workbook><sheets><sheet name="Blad1" sheetId="1" r:id="rId1"/></sheets></workbook>'
const RELATIONS =
  '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const cellOf = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

/** The parts of a workbook with one sheet, as the file that they would be. */
const packed = (rows: string, workbook = WORKBOOK, more: Record<string, Uint8Array> = {}) =>
  bytes(
    zipSync({
      'xl/workbook.xml': strToU8(workbook),
      'xl/_rels/workbook.xml.rels': strToU8(RELATIONS),
      'xl/worksheets/sheet1.xml': strToU8(sheetOf(rows)),
      ...more,
    }),
  )

const ROW = `<row r="1">${cellOf('A1', 'nummer')}</row>`

describe('a workbook', () => {
  it('becomes the list that a Dutch spreadsheet would write: figures with a comma, days, times, texts as they are', async () => {
    const file = await written([
      [{ value: 'nummer' }, { value: 'ALG1; cijfer' }, { value: 'dag' }, { value: 'tijd' }, { value: 'gehaald' }],
      [{ value: '0012345' }, { value: 7.2 + 1e-15 }, { value: new Date('2026-11-24T00:00:00Z'), format: 'dd-mm-yyyy' }],
      [],
      [
        { value: 500_123_456 },
        { value: 'zegt "O"' },
        { value: new Date('2026-11-01T09:00:00Z'), format: 'dd-mm-yyyy hh:mm' },
        null,
        { value: true },
      ],
    ])
    expect(await readWorkbook(file)).toEqual({
      text: [
        'nummer;"ALG1; cijfer";dag;tijd;gehaald',
        '0012345;7,2;24-11-2026',
        '',
        '500123456;"zegt ""O""";01-11-2026 09:00;;WAAR',
      ].join('\n'),
      sheet: 'Sheet1',
      otherSheets: 0,
    })
  })

  it('is read from its first sheet that is to be seen, with its lines numbered as rows', async () => {
    const sheets =
      '<workbook><sheets><sheet name="Weg" state="hidden" r:id="rId9"/><sheet name="Lijst" r:id="rId1"/></sheets></workbook>'
    const rows = `${ROW}<row r="4">${cellOf('A4', 'op\nvier')}${cellOf('C4', 'V')}</row>`
    expect(await readWorkbook(packed(rows, sheets))).toEqual({
      text: 'nummer\n\n\nop vier;;V',
      sheet: 'Lijst',
      otherSheets: 1,
    })
  })

  const anything = new Uint8Array(60_000_000)
  it.each([
    ['larger than 5 MB', new Uint8Array(5_000_001), 'workbook-too-large'],
    ['of an old Excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]), 'workbook-old'],
    [
      'with a password',
      bytes(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')])),
      'workbook-encrypted',
    ],
    [
      'of another program',
      bytes(zipSync({ mimetype: strToU8('application/vnd.oasis'), 'content.xml': strToU8('<a/>') })),
      'workbook-other',
    ],
    ['cut off', packed(ROW).subarray(0, 300), 'workbook-broken'],
    ['that unpacks to 60 MB', packed(ROW, WORKBOOK, { 'xl/sharedStrings.xml': anything }), 'workbook-too-full'],
    ['that unpacks to more than it says', lying(), 'workbook-too-full'],
    [
      'with a cell in the last row there is',
      packed(`<row r="1048576">${cellOf('A1048576', 'x')}</row>`),
      'workbook-too-full',
    ],
    ['with a cell in the last column', packed(`<row r="1">${cellOf('XFD1', 'x')}</row>`), 'workbook-too-full'],
    [
      'with such a cell behind a sign that ends no tag',
      packed(`<row r="1"><c x=">" r='XFD1' t="inlineStr"><is><t>x</t></is></c></row>`),
      'workbook-too-full',
    ],
    [
      'with an address that is written in a roundabout way',
      packed(`<row r="1">${cellOf('XFD&#49;', 'x')}</row>`),
      'workbook-broken',
    ],
    ['of thousands of parts', packed(ROW, WORKBOOK, manyParts()), 'workbook-too-full'],
  ])('%s is refused', async (_, file, problem) => {
    expect(await readWorkbook(file)).toEqual({ problem })
  })

  it('never fails, whatever byte is another', async () => {
    const whole = packed(ROW)
    for (let at = 0; at < whole.length; at += 3) {
      const file = whole.slice()
      file[at] = (file[at] ?? 0) ^ 0xff
      expect(Object.keys(await readWorkbook(file)).length).toBeGreaterThan(0)
    }
  })
})

const manyParts = () => Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`xl/${n}.xml`, strToU8('<a/>')]))

/** 60 MB that call themselves a few bytes, in the directory and before the part itself. */
function lying(): Uint8Array<ArrayBuffer> {
  const bomb = deflateRawSync(new Uint8Array(60_000_000))
  const stored = Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(WORKBOOK),
      'xl/sharedStrings.xml': [Uint8Array.from(bomb), { level: 0 }],
    }),
  )
  for (let at = stored.indexOf('xl/sharedStrings.xml'); at >= 0; at = stored.indexOf('xl/sharedStrings.xml', at + 1)) {
    const isLocal = stored.readUInt32LE(at - 30) === 0x04034b50
    stored.writeUInt16LE(8, isLocal ? at - 22 : at - 36)
    stored.writeUInt32LE(10, isLocal ? at - 8 : at - 22)
  }
  return bytes(stored)
}
