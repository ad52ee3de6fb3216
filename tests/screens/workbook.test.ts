import { deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { createXmlReader } from '#src/admin/import/workbook/xml.ts'
import { fixture, readWorkbook } from './support/workbook-text.ts'

const bytes = (file: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(file)

const written = async (rows: SheetData) => bytes(await writeExcelFile(rows).toBuffer())

const WORKBOOK = '<workbook><sheets><sheet name="Blad1" sheetId="1" r:id="rId1"/></sheets></workbook>'
const RELATIONS =
  '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>'
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

const ALL_OF_IT = { hidden: 0, merged: 0, uncomputed: 0 }

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
      ...ALL_OF_IT,
    })
  })

  it('is read from its first sheet that is to be seen, with its lines numbered as rows', async () => {
    const sheets =
      '<workbook><sheets><sheet name="Weg" state="hidden" r:id="rId9"/><sheet name="Lijst" r:id="rId1"/></sheets></workbook>'
    const rows = `${ROW}<row r="4">${cellOf('A4', 'op\nvier')}${cellOf('C4', 'V')}</row>`
    expect(await readWorkbook(packed(rows, sheets))).toEqual({
      text: 'nummer\n\n\nop vier;;V',
      sheet: 'Lijst',
      ...ALL_OF_IT,
    })
  })

  const anything = new Uint8Array(60_000_000)
  it.each([
    ['larger than 20 MB', new Uint8Array(20_000_001), 'workbook-too-large'],
    ['of an old Excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]), 'workbook-old'],
    [
      'with a password',
      bytes(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')])),
      'workbook-encrypted',
    ],
    ['of another program', bytes(zipSync({ 'word/document.xml': strToU8('<a/>') })), 'workbook-other'],
    [
      'of LibreOffice',
      bytes(zipSync({ mimetype: strToU8('application/vnd.oasis'), 'content.xml': strToU8('<a/>') })),
      'workbook-opendocument',
    ],
    ['in Excel’s binary format', bytes(zipSync({ 'xl/workbook.bin': strToU8('x') })), 'workbook-binary'],
    ['of Numbers', bytes(zipSync({ 'Index/Document.iwa': strToU8('x') })), 'workbook-numbers'],
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
      'workbook-too-full',
    ],
    [
      'with a row that no sheet has (AgamiAI/agami-core #312)',
      packed(`<row r="2147483647">${cellOf('A2147483647', 'x')}</row>`),
      'workbook-broken',
    ],
    ['of thousands of parts', packed(ROW, WORKBOOK, manyParts()), 'workbook-too-full'],
    [
      'of which the sheet breaks off (DaSpawn/xlsx-stream-reader #16)',
      brokenOff('xl/worksheets/sheet1.xml'),
      'workbook-broken',
    ],
    [
      'of which the texts break off (yukiyokotani/office-open-xml-viewer #773)',
      packed('<row><c t="s"><v>0</v></c></row>', WORKBOOK, {
        'xl/sharedStrings.xml': strToU8('<sst><si><t>Jade</t></si><si><t>No'),
      }),
      'workbook-broken',
    ],
    [
      'with a text that is not there (nao1215/filesql #1115)',
      packed('<row><c t="s"><v>1</v></c></row>', WORKBOOK, {
        'xl/sharedStrings.xml': strToU8('<sst><si><t>Jade</t></si></sst>'),
      }),
      'workbook-broken',
    ],
    ['with texts and no table of them', packed('<row><c><v>7</v></c><c t="s"><v>0</v></c></row>'), 'workbook-broken'],
    ['with a row twice', packed(ROW + ROW), 'workbook-broken'],
    ['with a cell twice (optilude/xlsx-template #65)', packed(ROW.replace(/<c .*<\/c>/, '$&$&')), 'workbook-broken'],
  ])('%s is refused', async (_, file, problem) => {
    expect(await readWorkbook(file)).toEqual({ problem })
  })

  it.each([
    ['openpyxl', 'voornaam;achternaam;e-mail\nOp;Py;op4@pub.example'],
    ['xlsxwriter', 'voornaam;achternaam;e-mail;studentnummer\nXlsx;Writer;xw@pub.example;0012396'],
    ['sheetjs', 'voornaam;achternaam;e-mail;studentnummer\nSheet;Js;sheetjs@pub.example;0012398'],
    ['exceljs', 'voornaam;achternaam;e-mail;studentnummer\nExcel;Js;exceljs@pub.example;0012399'],
  ])('that %s made is read, whatever its theme says', async (maker, text) => {
    expect(await readWorkbook(fixture(`lists/made-by-${maker}.xlsx`))).toMatchObject({ text })
  })

  it.each([
    ['x01-format-zeros', /Anna;Nul;x01@pub.example;0012345$/, {}],
    ['x10-stray-row', /Stray;Rij;x10@pub.example;2000010$/, {}],
    ['x11-merged', /;2000018;Technische Wiskunde\n.*;2000019;Technische Wiskunde$/, { merged: 1 }],
    ['x13-filtered', /^[^\n]*\n[^\n]*x13a@pub.example[^\n]*$/, { hidden: 1 }],
    ['x15-titles', /^"Klassenlijst WI1A, afgedrukt op 24-11-2026"\n\nvoornaam/, {}],
  ])('%s: formats, merged cells and hidden rows count, empty rows do not', async (name, text, more) => {
    const reading = await readWorkbook(fixture(`lists/${name}.xlsx`))
    expect(reading).toMatchObject({ ...more, text: expect.stringMatching(text) })
  })

  it('takes a row of no height for a hidden one, and none that is merely low', async () => {
    const [none, low] = ['0', '0.75'].map(
      (height, at) => `<row r="${at + 2}" ht="${height}">${cellOf(`A${at + 2}`, height)}</row>`,
    )
    expect(await readWorkbook(packed(`${ROW}${none}${low}`))).toMatchObject({ text: 'nummer\n\n0.75', hidden: 1 })
  })

  it('gives its hidden rows to who asks for them', async () => {
    const reading = await readWorkbook(fixture('lists/x13-filtered.xlsx'), { withHidden: true })
    expect(reading).toMatchObject({ hidden: 1, text: expect.stringMatching(/(\n.*@pub.example.*){2}$/) })
  })

  it('is read from the sheet that has the list', async () => {
    const two =
      '<workbook><sheets><sheet name="Uitleg" r:id="rId1"/><sheet name="Grafiek" r:id="rId8"/><sheet name="Klas" r:id="rId9"/></sheets></workbook>'
    const relations = RELATIONS.replace(
      '</Relationships>',
      '<Relationship Id="rId9" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId8" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>',
    )
    const file = packed(ROW, two, {
      'xl/_rels/workbook.xml.rels': strToU8(relations),
      'xl/worksheets/sheet2.xml': strToU8(sheetOf(`<row r="1">${cellOf('A1', 'e-mail')}${cellOf('B1', 'naam')}</row>`)),
    })
    expect(await readWorkbook(file)).toMatchObject({ sheet: 'Klas', text: 'e-mail;naam' })
  })

  const STYLES = [
    ...['0000000', '"s"0000000', 'h:mm', '[h]:mm', '0%', 'dd-mm-yyyy', '0.00', '[$-413]d mmm yyyy;@'],
    ...['"V";;"O"', '[=1]"V";[=0]"O";General', '"WI"0"A"', '0" plaatsen";;"-"'],
  ]
  const styles = `<styleSheet><numFmts>${STYLES.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${STYLES.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}</cellXfs></styleSheet>`

  it.each([
    ['zeros in front', '<c s="1"><v>12345</v></c>', '0012345'],
    ['a letter and zeros', '<c s="2"><v>12345</v></c>', 's0012345'],
    ['a time of day', '<c s="3"><v>0.375</v></c>', '09:00'],
    ['hours that passed', '<c s="4"><v>1.5</v></c>', '36:00'],
    ['a percentage', '<c s="5"><v>0.755</v></c>', '75,5%'],
    ['a day', '<c s="6"><v>46350</v></c>', '24-11-2026'],
    ['a grade, with all its decimals', '<c s="7"><v>7.255</v></c>', '7,255'],
    ['a day by its Dutch name', '<c s="8"><v>46350.5</v></c>', '24-11-2026 12:00'],
    [
      'a number without its last digits (dfinke/ImportExcel #830)',
      '<c><v>1.9143100000101E+18</v></c>',
      '"1,9143100000101E+18"',
    ],
    // developer0hye/office2pdf #750
    ['a word for a number', '<c s="9"><v>1</v></c>', 'V'],
    ['a word for zero', '<c s="9"><v>0</v></c>', 'O'],
    ['a word by a condition', '<c s="10"><v>0</v></c>', 'O'],
    ['a number that has no word', '<c s="10"><v>7.5</v></c>', '7,5'],
    ['a group that is a number between letters', '<c s="11"><v>1</v></c>', 'WI1A'],
    ['a number before what it counts', '<c s="12"><v>30</v></c>', '30'],
    ['a zero that is shown as a dash', '<c s="12"><v>0</v></c>', '0'],
    ['a truth', '<c t="b"><v>1</v></c>', 'WAAR'],
    ['a failed formula', '<c t="e"><f>A1</f><v>#N/A</v></c>', '#N/A'],
    ['a formula’s outcome', '<c t="str"><f>A1&amp;B1</f><v>Jade &amp; Co</v></c>', 'Jade & Co'],
    [
      'a text in several looks',
      '<c t="inlineStr"><is><r><t>Ja</t></r><r><t xml:space="preserve">de </t></r></is></c>',
      'Jade',
    ],
    [
      'a text with how it is read aloud',
      '<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
      '東京',
    ],
    ['a day as text', '<c t="d"><v>2026-11-24T09:30:00</v></c>', '24-11-2026 09:30'],
    ['signs that XML lacks', '<c t="str"><v>een_x000D_twee</v></c>', 'een twee'],
    ['a text between marks', '<c t="str"><v><![CDATA[a<b]]></v></c>', 'a<b'],
    ['names of another namespace', '<x:c t="str"><x:v>Jade</x:v></x:c>', 'Jade'],
  ])('has %s as a spreadsheet shows it', async (_, cell, text) => {
    const file = packed(`<row>${cell}</row>`, WORKBOOK, { 'xl/styles.xml': strToU8(styles) })
    expect(await readWorkbook(file)).toMatchObject({ text })
  })

  it('counts days from 1904 where it says so, and counts formulas that nobody calculated', async () => {
    const old = WORKBOOK.replace('<workbook>', '<workbook><workbookPr date1904="1"/>')
    const cells = '<c s="6"><v>44888</v></c><c><f>A1+1</f></c>'
    expect(await readWorkbook(packed(`<row>${cells}</row>`, old, { 'xl/styles.xml': strToU8(styles) }))).toMatchObject({
      text: '24-11-2026',
      uncomputed: 1,
    })
  })

  it('is stopped by no entities, and by no address in another namespace', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">]>`
    expect(await readWorkbook(packed(ROW, bomb + WORKBOOK))).toEqual({ problem: 'workbook-broken' })
    const far = '<row><c x:r="XFD1048576" t="str"><v>x</v></c></row>'
    expect(await readWorkbook(packed(far))).toEqual({ problem: 'workbook-too-full' })
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

/** A workbook with a part of which the end is missing, as after a program that stopped while it wrote. */
function brokenOff(name: string): Uint8Array<ArrayBuffer> {
  const rows = `<row r="1">${cellOf('A1', 'nummer')}</row><row r="2">${cellOf('A2', '0012345')}`
  const whole = strToU8(sheetOf(rows))
  return packed('', WORKBOOK, { [name]: whole.slice(0, -'</sheetData></worksheet>'.length) })
}

const manyParts = () => Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`xl/${n}.xml`, strToU8('<a/>')]))

/** 60 MB that call themselves a few bytes, in the directory and before the part itself. */
function lying(): Uint8Array<ArrayBuffer> {
  const bomb = deflateRawSync(new Uint8Array(60_000_000))
  const stored = Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(WORKBOOK),
      'xl/_rels/workbook.xml.rels': strToU8(RELATIONS),
      'xl/worksheets/sheet1.xml': strToU8(sheetOf(ROW)),
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

it('XML says the same wherever it is cut into pieces', () => {
  const xml = '<a b="1"><!-- <c> --><![CDATA[1 < 2]]>&amp;<?d e?></a>'
  for (let at = 0; at <= xml.length; at++) {
    const read: string[] = []
    const note = (said: string) => void read.push(said)
    const { feed } = createXmlReader({ open: note, close: (name) => note(`/${name}`), text: note })
    feed(xml.slice(0, at))
    feed(xml.slice(at))
    expect(read, xml.slice(at)).toEqual(['a', '1 < 2', '&', '/a'])
  }
})

describe('names of XML', () => {
  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const partsOf = (sheet: string, workbook = WORKBOOK, relations = RELATIONS) =>
    bytes(
      zipSync({
        'xl/workbook.xml': strToU8(workbook),
        'xl/_rels/workbook.xml.rels': strToU8(relations),
        'xl/worksheets/sheet1.xml': strToU8(sheet),
      }),
    )
  const cells = (p: string) =>
    `<${p}sheetData><${p}row r="1"><${p}c r="A1" t="inlineStr"><${p}is><${p}t>e-mail</${p}t></${p}is></${p}c></${p}row></${p}sheetData>`

  it.each([
    // umya-spreadsheet #370, exceljs #1437: the same namespace under any prefix
    ['with a prefix', `<s:worksheet xmlns:s="${MAIN}">${cells('s:')}</s:worksheet>`],
    [
      'with a prefix of its own for each element',
      `<a:worksheet xmlns:a="${MAIN}"><b:sheetData xmlns:b='${MAIN}'>${cells('a:').replace(/<\/?a:sheetData>/g, '')}</b:sheetData></a:worksheet>`,
    ],
    // nao1215/filesql #1048: single quotes and line ends before an attribute
    [
      'in single quotes, on lines of their own',
      `<worksheet xmlns='${MAIN}'>${cells('').replaceAll('"', "'").replace('<c r', '<c\n\t r').replace('<row r', '<row\n r')}</worksheet>`,
    ],
    // monitorjbl/excel-streaming-reader #58: the rows and columns of a drawing's anchor
    [
      'beside a control with rows of its own',
      `<worksheet xmlns="${MAIN}" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">${cells('')}<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x14"><controls><from><xdr:col>15</xdr:col><xdr:row r="2"><xdr:c r="A2"><xdr:v>7</xdr:v></xdr:c></xdr:row></from></controls></mc:Choice></mc:AlternateContent></worksheet>`,
    ],
    [
      'with a default namespace that is another within an element',
      `<s:worksheet xmlns:s="${MAIN}">${cells('s:')}<ext xmlns="urn:elsewhere"><row r="2"><c r="A2"><v>7</v></c></row></ext></s:worksheet>`,
    ],
    [
      'with attributes of another namespace first',
      `<worksheet xmlns="${MAIN}" xmlns:x14ac="urn:x14ac">${cells('').replace('<row ', '<row x14ac:r="9" x14ac:hidden="1" ').replace('<c ', '<c x14ac:t="s" ')}</worksheet>`,
    ],
  ])('are compared with their namespace: %s', async (_, sheet) => {
    expect(await readWorkbook(partsOf(sheet))).toMatchObject({ text: 'e-mail', hidden: 0 })
  })

  it('are compared so in the map of the parts too, and a sheet of another namespace is none', async () => {
    const relations = RELATIONS.replace(
      '<Relationships>',
      '<ns0:Relationships xmlns:ns0="http://schemas.openxmlformats.org/package/2006/relationships">',
    )
      .replaceAll('<Relationship ', '<ns0:Relationship ')
      .replace('</Relationships>', '</ns0:Relationships>')
    const workbook = `<workbook xmlns="${MAIN}" xmlns:d="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:o="urn:other"><sheets><o:sheet name="Weg" d:id="rId2"/><sheet name="Blad1" o:id="rId3" d:id="rId1"/></sheets></workbook>`
    const sheet = `<worksheet xmlns="${MAIN}">${cells('')}</worksheet>`
    // umya-spreadsheet #366
    expect(await readWorkbook(partsOf(sheet, workbook, relations))).toMatchObject({ text: 'e-mail', sheet: 'Blad1' })
  })

  it('of a cell that has the type of a text and none are an empty cell', async () => {
    // SheetJS #445, read-excel-file #92
    const sheet = `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="s"/><c r="B1" t="inlineStr"><is><t>e-mail</t></is></c></row></sheetData></worksheet>`
    expect(await readWorkbook(partsOf(sheet))).toMatchObject({ text: ';e-mail' })
  })
})
