import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Outcome {
  runner: string
  passed: number
  /** failures; a runner that crashed or was ended has at least one */
  failed: number
  /** names of failures with their messages, shown last so that the end of a long run says what to repair */
  failures?: string[]
  /** parts that did not run, in words, so that nothing is skipped in silence */
  notRun: string[]
  ms: number
  /** CPU-seconds of the part with all its descendants; undefined where that cannot be counted */
  cpuSeconds?: number | undefined
  /** CPU-seconds that the part may take on this machine */
  budget?: number | undefined
}

/** Most lines shown of a failure, and of each of its causes: enough to know where to look, and the table stays on the screen. */
const MOST_LINES = 12

/** A part fails above this multiple of its budget: equal runs differ by a tenth, and a busy machine makes each second worth less. */
const MOST_BUDGET_RATIO = 1.3

interface Surroundings {
  /** programs that the machine lacks */
  missing?: readonly string[]
  /** parts that the other tier would run too */
  onlyInAll?: readonly string[]
  /** in CI: a part that did not run is a failure; otherwise it is only named */
  strict?: boolean
}

/** Summary of a run: failures by name, a table of all parts and, on its own line, the total. */
export function summarise(
  runs: readonly Outcome[],
  { missing = [], onlyInAll = [], strict = false }: Surroundings = {},
): { text: string; ok: boolean } {
  const outcomes = runs.map(judgeBudget)
  const notRun = [...missing.map((what) => `what needs ${what}`), ...outcomes.flatMap((outcome) => outcome.notRun)]
  const passed = sum(outcomes, ({ passed }) => passed)
  const failed = sum(outcomes, ({ failed }) => failed) + (strict ? notRun.length : 0)
  const lines = [
    ...outcomes.flatMap(({ runner, failures = [] }) =>
      failures.map((text) => `Failed in ${runner}: ${shortened(text)}\n`),
    ),
    row('', 'passed', 'failed', 'seconds', 'CPU s', 'budget'),
    ...outcomes.map(({ runner, passed, failed, ms, cpuSeconds, budget }) =>
      row(runner, passed, failed, (ms / 1000).toFixed(1), cpuSeconds?.toFixed(1), budget?.toFixed()),
    ),
    '',
    ...onlyInAll.map((what) => `Only in npm test -- --all: ${what}`),
    ...notRun.map((what) => `Not run: ${what}`),
    `${passed} passed, ${failed} failed`,
  ]
  return { text: lines.join('\n'), ok: failed === 0 }
}

function judgeBudget(outcome: Outcome): Outcome {
  const { cpuSeconds, budget, failures = [] } = outcome
  if (cpuSeconds === undefined || budget === undefined || cpuSeconds <= MOST_BUDGET_RATIO * budget) return outcome
  const said = `took ${cpuSeconds.toFixed()} CPU-seconds of ${budget.toFixed()}: see tests/tiers.rationale.md`
  return { ...outcome, failed: outcome.failed + 1, failures: [...failures, said] }
}

/** The first lines of a text and of each cause in it, without terminal colors. */
const shortened = (text: string) =>
  stripVTControlCharacters(text)
    .trim()
    .split(/\n(?=\s*\[cause\]:)/)
    .flatMap((part) => part.split('\n').slice(0, MOST_LINES))
    .join('\n  ')

const row = (name: string, ...cells: (string | number | undefined)[]) =>
  name.padEnd(20) + cells.map((cell = '') => String(cell).padStart(9)).join('')

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)

/** Reads the report of a runner; undefined if it crashed before writing one. */
export function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Time (ms) between SIGTERM and SIGKILL. */
const GRACE_MS = 15_000

/** Minutes in which a runner prints nothing before it counts as hanging; at load 20 a story takes five. */
const QUIET_MINUTES = 10

/**
 * Waits until a runner ends, and ends it when it prints nothing for too long: one that hangs must not use up the time of the whole
 * run. The length of the run has no limit, since a busy machine takes ten times as long.
 */
export function untilExit(
  child: ChildProcess,
  quietMinutes = QUIET_MINUTES,
): Promise<{ code: number | null; said: string }> {
  let said = ''
  const end = () => {
    said = `printed nothing for ${quietMinutes} minutes and was ended`
    child.kill('SIGTERM')
    kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  }
  let kill: NodeJS.Timeout | undefined
  const quiet = setTimeout(end, quietMinutes * 60_000)
  for (const output of [child.stdout, child.stderr]) output?.on('data', () => said || quiet.refresh())
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      clearTimeout(quiet)
      clearTimeout(kill)
      resolve({ code, said: said || `ended with ${signal ?? code}` })
    })
  })
}
