import type { Outcome } from '../test/outcome.ts'
import { checks } from './checks.ts'

/** Runs every static check at once; prints a line for each as it ends, and what was wrong. */
export function runChecks(): Promise<Outcome[]> {
  return Promise.all(
    checks.map(async ({ name, command, run }): Promise<Outcome> => {
      const since = performance.now()
      const { ok, output } = await run()
      const ms = performance.now() - since
      console.log(
        `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${(ms / 1000).toFixed(1).padStart(5)} s${ok ? '' : `   (${command})`}`,
      )
      if (!ok) console.log(`${output.trim()}\n`)
      return { runner: name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [output], notRun: [], ms }
    }),
  )
}
