import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import { pdftotext } from '../../scripts/machine/programs.ts'

const program = pdftotext.find()
if (!program && process.env.CI === 'true') throw new Error('pdftotext is missing, and CI asks for every test.')

/** For what can only be told by opening a PDF; without pdftotext it is reported as skipped. */
export const testOfPdf: typeof test.skip = program ? test : test.skip

/** The text of each page, as a reader that knows nothing of us finds it: in lines as they stand on the paper. */
export function pdfPages(pdf: Uint8Array): string[] {
  if (!program) throw new Error('There is no pdftotext on this machine.')
  const text = execFileSync(program, ['-layout', '-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' })
  return text.split('\f').slice(0, -1)
}
