import type { Outcome } from '../test/outcome.ts'
import { runTool, type ToolResult } from '../tool.ts'
import { checkImportRules } from './import-rules.ts'

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

interface Check {
  name: string
  /** the command that shows or repairs more of it */
  command: string
  run(): Promise<ToolResult>
}

/** The static checks: everything that can be said of the code without running it. */
const checks: readonly Check[] = [
  {
    name: 'format and lint',
    command: 'npm run format',
    run: () => runTool('@biomejs/biome', ['check', '--colors=off', '.']),
  },
  { name: 'types', command: 'npx tsc -b', run: () => runTool('typescript', ['-b']) },
  { name: 'import rules', command: '.dependency-cruiser.cjs', run: checkImportRules },
  { name: 'dead code', command: 'npx knip', run: () => runTool('knip', ['--no-progress']) },
]
