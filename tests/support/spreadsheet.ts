import { strFromU8, unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'

/** The rows of the first sheet, as a spreadsheet shows them, and what the file says of its cells; and the one of who waits. */
export async function openSpreadsheet(file: Buffer) {
  const sheets = await readExcelFile(file)
  const [sheet, line] = sheets
  if (!sheet || sheets.length > 2) throw new Error(`A spreadsheet of ${sheets.length} sheets.`)
  const files = unzipSync(file)
  const open = (name: string) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array())
  const xml = open('worksheets/sheet1')
  const cells = [...xml.matchAll(/<c ([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const styles = [...open('styles').matchAll(/<xf [^>]*>/g)].map(([style]) => style)
  return { name: sheet.sheet, rows: sheet.data, line, xml, cells, styles, workbook: open('workbook') }
}
