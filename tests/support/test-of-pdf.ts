import { test } from 'vitest'
import { pdftotext } from '../../scripts/machine.ts'

const program = pdftotext.find()
if (!program && process.env.CI === 'true') throw new Error('pdftotext is missing, and CI asks for every test.')

/** For contents that only show when a PDF is opened; without pdftotext it is reported as skipped. */
export const testOfPdf: typeof test.skip = program ? test : test.skip
