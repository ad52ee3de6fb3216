import { execFileSync } from 'node:child_process'
import { pdftotext } from '../../scripts/machine.ts'

/** The text of each page, as a reader that knows nothing of us finds it: in lines as they stand on the paper. */
export function pdfPages(pdf: Uint8Array): string[] {
  const program = pdftotext.find()
  if (!program) throw new Error('There is no pdftotext on this machine.')
  const text = execFileSync(program, ['-layout', '-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' })
  return text.split('\f').slice(0, -1)
}
