import { test } from 'vitest'
import { pdftotext } from '../../scripts/machine.ts'

const program = pdftotext.find()
if (!program && process.env.CI === 'true') throw new Error('pdftotext is missing, and CI asks for every test.')

/** A test that reads a PDF; reported as skipped without pdftotext. */
export const testOfPdf: typeof test.skip = program ? test : test.skip
