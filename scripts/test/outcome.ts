import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The outcome of one runner of `npm test`. */
export interface Outcome {
  runner: string
  passed: number
  /** a runner that crashed or was cut off counts for one at least */
  failed: number
  /** failures by name, with their messages: the last screen of a long run shows what to mend */
  failures?: string[]
  /** tests that passed only on a second try: see second-try.rationale.md */
  secondTry?: string[]
  /** parts that did not run, in words: nothing is skipped in silence */
  notRun: string[]
  ms: number
}

/** Most lines shown of a failure: enough to know where to look, while the table stays on the screen. */
const MOST_LINES = 12

/**
 * Summary: the failures by name, the table of all runners and, on a line of its own, the sum. `missing` lists what the
 * machine lacks. With `strict` (CI) a part that did not run has failed; elsewhere it is named.
 */
export function summarise(
  outcomes: readonly Outcome[],
  missing: readonly string[],
  strict: boolean,
): { text: string; ok: boolean } {
  const notRun = [...missing.map((what) => `what needs ${what}`), ...outcomes.flatMap((outcome) => outcome.notRun)]
  const passed = sum(outcomes, ({ passed }) => passed)
  const failed = sum(outcomes, ({ failed }) => failed) + (strict ? notRun.length : 0)
  const named = (heading: string, of: (outcome: Outcome) => string[] | undefined) =>
    outcomes.flatMap((outcome) =>
      (of(outcome) ?? []).map((text) => `${heading} in ${outcome.runner}: ${shortened(text)}\n`),
    )
  const lines = [
    ...named('Passed at the second try', ({ secondTry }) => secondTry),
    ...named('Failed', ({ failures }) => failures),
    row('', 'passed', 'failed', 'seconds'),
    ...outcomes.map(({ runner, passed, failed, ms }) => row(runner, passed, failed, (ms / 1000).toFixed(1))),
    '',
    ...notRun.map((what) => `Not run: ${what}`),
    `${passed} passed, ${failed} failed`,
  ]
  return { text: lines.join('\n'), ok: failed === 0 }
}

/** Without the colours of a terminal, and without all that is said after the first lines. */
const shortened = (text: string) => stripVTControlCharacters(text).trim().split('\n').slice(0, MOST_LINES).join('\n  ')

const row = (name: string, ...cells: (string | number)[]) =>
  name.padEnd(20) + cells.map((cell) => String(cell).padStart(9)).join('')

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)

/** Report that a runner wrote; undefined when it crashed before that. */
export function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** After this long a runner that was asked to end is ended. */
const GRACE_MS = 15_000

/** Waits for a runner's end, and brings it about at its limit: what hangs must not take all that the run has. */
export function untilExit(child: ChildProcess, limitMinutes: number): Promise<{ code: number | null; said: string }> {
  let said = ''
  const end = (signal: NodeJS.Signals) => {
    said = `took longer than ${limitMinutes} minutes and was ended`
    child.kill(signal)
  }
  const asked = setTimeout(end, limitMinutes * 60_000, 'SIGTERM')
  const ended = setTimeout(end, limitMinutes * 60_000 + GRACE_MS, 'SIGKILL')
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      clearTimeout(asked)
      clearTimeout(ended)
      resolve({ code, said: said || `ended with ${signal ?? code}` })
    })
  })
}
