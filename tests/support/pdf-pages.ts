import { execFileSync } from 'node:child_process'
import { pdftotext } from '../../scripts/machine.ts'

/** Text of each page, in lines as on paper, read by a program that knows nothing of ours. */
export function pdfPages(pdf: Uint8Array): string[] {
  const program = pdftotext.find()
  if (!program) throw new Error('There is no pdftotext on this machine.')
  const text = execFileSync(program, ['-layout', '-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' })
  return text.split('\f').slice(0, -1)
}
