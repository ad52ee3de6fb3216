import { join, relative } from 'node:path'
import { ROOT } from '../root.ts'

/** What is read of Vitest's JSON report, one entry a test file. */
export interface VitestReport {
  testResults: FileReport[]
}
export interface FileReport {
  name: string
  status: 'passed' | 'failed'
  message: string
  startTime: number
  endTime: number
  assertionResults: TestReport[]
}
interface TestReport {
  status: string
  fullName: string
  failureMessages: string[]
}

/** 'tests/api/x.test.ts' belongs to 'api'; once more to 'api (PgBouncer)', which the report tells by its tests alone. */
export function areaOf({ name, assertionResults }: FileReport): string {
  const folder = relative(join(ROOT, 'tests'), name).split(/[\\/]/)[0] ?? ''
  const pooled = assertionResults.some(({ fullName }) => fullName.includes('(PgBouncer)'))
  return pooled ? `${folder} (PgBouncer)` : folder
}

export interface Failure {
  /** of the test; where its file could not be loaded or set up, so that no test of it failed, of the file */
  name: string
  said: string
}

export function failuresOf({ name, status, message, assertionResults }: FileReport): Failure[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [{ name: relative(ROOT, name), said: message }]
  return failed.map(({ fullName, failureMessages }) => ({ name: fullName, said: failureMessages.join('\n') }))
}
