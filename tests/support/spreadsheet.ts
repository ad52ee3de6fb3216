import { strFromU8, unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'

/** Reads a spreadsheet file: the first sheet's rows as they are shown, the formats of its cells, and the other sheets. */
export async function openSpreadsheet(file: Buffer) {
  const [sheet, ...further] = await readExcelFile(file)
  if (!sheet) throw new Error('A spreadsheet without a sheet.')
  const files = unzipSync(file)
  const open = (name: string) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array())
  const xmlOf = (position: number) => open(`worksheets/sheet${position}`)
  const xml = xmlOf(1)
  const cells = [...xml.matchAll(/<c ([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const styles = [...open('styles').matchAll(/<xf [^>]*>/g)].map(([style]) => style)
  const all = Object.values(files)
    .map((content) => strFromU8(content))
    .join('\n')
  return { name: sheet.sheet, rows: sheet.data, further, xml, xmlOf, cells, styles, workbook: open('workbook'), all }
}
