import { strFromU8, unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'

/** The rows of the only sheet, as a spreadsheet shows them, and what the file says of its cells. */
export async function openSpreadsheet(file: Buffer) {
  const sheets = await readExcelFile(file)
  const [sheet] = sheets
  if (!sheet || sheets.length > 1) throw new Error(`A spreadsheet of ${sheets.length} sheets.`)
  const xml = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const cells = [...xml.matchAll(/<c ([^>]*)>/g)].map(([, attributes = '']) => attributes)
  return { name: sheet.sheet, rows: sheet.data, xml, cells }
}
