import { globSync } from 'node:fs'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readCruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { ROOT } from '../root.ts'
import type { Outcome } from '../test/outcome.ts'
import type { Tier } from '../test/tier.ts'
import { runTool, type ToolResult } from '../tool.ts'
import { checkBrowserApis } from './browser-apis.ts'

/** Runs every static check at once; prints a line for each when it ends, with its findings. Each counts as one test. */
export async function runChecks(tier: Tier): Promise<Outcome> {
  const since = performance.now()
  const failures = (await Promise.all(checksOf(tier).map(runCheck))).flat()
  const passed = checksOf(tier).length - failures.length
  return { runner: 'checks', passed, failed: failures.length, failures, notRun: [], ms: performance.now() - since }
}

async function runCheck({ name, command, run }: Check): Promise<string[]> {
  const since = performance.now()
  const { ok, output } = await run()
  const seconds = ((performance.now() - since) / 1000).toFixed(1).padStart(5)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${seconds} s${ok ? '' : `   (${command})`}`)
  if (!ok) console.log(`${output.trim()}\n`)
  return ok ? [] : [`${name}\n${output}`]
}

interface Check {
  name: string
  /** command that shows or repairs the findings */
  command: string
  run(): Promise<ToolResult>
}

/**
 * The one rule of lint that reads the types of everything, for more than all others together. It is not in biome.json: with it
 * there biome first reads the whole house, also for one file and where the rule is skipped (11 CPU-seconds instead of 0.3).
 */
const TYPED_RULE = 'nursery/noFloatingPromises'

/** The static checks: everything that can be checked without running the code. */
const checksOf = (tier: Tier): readonly Check[] => [
  {
    name: 'format and lint',
    command: 'npm run format',
    run: () => runTool('@biomejs/biome', ['check', '--colors=off', '.']),
  },
  ...(tier === 'all' ? [leftPromises] : []),
  // Several checkers of one project each work out the same types: alone it takes half the processor's time (2.9 s for 6.1).
  { name: 'types', command: 'npx tsc -b', run: () => runTool('typescript', ['-b', '--checkers', '1']) },
  { name: 'browser APIs', command: 'scripts/check/browser-apis.ts', run: checkBrowserApis },
  { name: 'import rules', command: '.dependency-cruiser.cjs', run: checkImportRules },
  { name: 'dead code', command: 'npx knip', run: () => runTool('knip', ['--no-progress']) },
]

const leftPromises: Check = {
  name: 'left promises',
  command: `npx biome lint --only=${TYPED_RULE}`,
  run: async () => {
    const { ok, output } = await runTool('@biomejs/biome', ['lint', '--colors=off', `--only=${TYPED_RULE}`, '.'])
    // Of a rule that biome.json does not name a finding is information, which biome passes.
    return { ok: ok && !output.includes(TYPED_RULE), output }
  },
}

/**
 * Checks imports between folders against `.dependency-cruiser.cjs`. The report of its own command is not used: it warns that it
 * cannot parse with TypeScript 7, which is why swc is the parser. A parser that reads nothing finds nothing, so this also
 * checks that every file was read.
 */
async function checkImportRules(): Promise<ToolResult> {
  const files = sourceFiles()
  const output = await readImports(files)
  if (typeof output === 'string') return { ok: false, output }

  const read = new Set(output.modules.map((module) => module.source))
  const unread = files.filter((file) => !read.has(file))
  const complaints = [
    ...unread.map((file) => `${file} was not read, so its imports were not checked`),
    ...violationsIn(output),
  ]
  return { ok: complaints.length === 0, output: complaints.join('\n\n') }
}

/** Imports of every source file, with the rules that they break; a message if they could not be read. */
export async function readImports(files: string[] = sourceFiles()): Promise<ICruiseResult | string> {
  const config = await readCruiseConfig(`${ROOT}/.dependency-cruiser.cjs`)
  const { output } = await cruise(files, { ...config, baseDir: ROOT })
  return output
}

function sourceFiles(): string[] {
  const exclude = (path: string) => /(^|\/)(node_modules|dist|\.tsbuild|data)$|\.gen\.ts$/.test(path)
  return globSync('*/**/*.{ts,tsx}', { cwd: ROOT, exclude })
}

function violationsIn({ summary }: ICruiseResult): string[] {
  const comments = new Map(summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]))
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map((step) => step.name).join(' → ') : to
    return `${from} → ${path}\n  ${rule.name}: ${comments.get(rule.name)}`
  })
}
