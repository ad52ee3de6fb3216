import { build } from '../build/app-build.ts'
import type { Outcome } from './outcome.ts'

/** Builds the app anew; counts for one. */
export async function runBuild(): Promise<Outcome> {
  const since = performance.now()
  const outcome = { runner: 'build', passed: 1, failed: 0, notRun: [] }
  try {
    await build()
    return { ...outcome, ms: performance.now() - since }
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return { ...outcome, passed: 0, failed: 1, failures: [String(error)], ms: performance.now() - since }
  }
}
