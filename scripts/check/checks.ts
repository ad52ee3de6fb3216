import { runTool, type ToolResult } from '../tool.ts'
import { checkImportRules } from './import-rules.ts'

export interface Check {
  name: string
  /** the command that shows or repairs more of it */
  command: string
  run(): Promise<ToolResult>
}

/** The static checks: everything that can be said of the code without running it. */
export const checks: readonly Check[] = [
  {
    name: 'format and lint',
    command: 'npm run format',
    run: () => runTool('@biomejs/biome', ['check', '--colors=off', '.']),
  },
  { name: 'types', command: 'npx tsc -b', run: () => runTool('typescript', ['-b']) },
  { name: 'import rules', command: '.dependency-cruiser.cjs', run: checkImportRules },
  { name: 'dead code', command: 'npx knip', run: () => runTool('knip', ['--no-progress']) },
]
