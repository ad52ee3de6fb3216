import { readFileSync } from 'node:fs'
import { rateAsList } from '#domain/import/heading.rules.ts'
import { openWorkbook } from '#src/admin/import/workbook/workbook.ts'

/** The sheet that has the list of students, else why there is none. */
export async function readWorkbook(file: Uint8Array<ArrayBuffer>, options?: { withHidden?: boolean }) {
  const opened = await openWorkbook(file, (rows) => rateAsList('students', rows))
  if ('problem' in opened) return opened
  const sheet = await opened.readSheet(opened.best, options)
  return 'problem' in sheet ? sheet : { ...sheet, sheet: opened.sheets[opened.best] }
}

const fixtures = new URL('../../fixtures/', import.meta.url)

export const fixture = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(new URL(name, fixtures)))

export async function workbookText(name: string): Promise<string> {
  const reading = await readWorkbook(fixture(name))
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.text
}
