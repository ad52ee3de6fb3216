import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** The outcome of one runner of `npm test`. */
export interface Outcome {
  runner: string
  passed: number
  /** failures; a runner that crashed or was cut off has at least one */
  failed: number
  /** names of failures with their messages, shown last so that the end of a long run says what to repair */
  failures?: string[]
  /** tests that passed only on a second try: see second-try.rationale.md */
  secondTry?: string[]
  /** parts that did not run, in words, so that nothing is skipped in silence */
  notRun: string[]
  ms: number
}

/** Most lines shown of a failure: enough to know where to look, and the table stays on the screen. */
const MOST_LINES = 12

/**
 * Summary of a run: failures by name, a table of all runners and, on its own line, the total. `missing` lists what the machine
 * lacks. With `strict` (CI) a part that did not run is a failure; otherwise it is only named.
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

/** The first lines of a text, without terminal colors. */
const shortened = (text: string) => stripVTControlCharacters(text).trim().split('\n').slice(0, MOST_LINES).join('\n  ')

const row = (name: string, ...cells: (string | number)[]) =>
  name.padEnd(20) + cells.map((cell) => String(cell).padStart(9)).join('')

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

/** Waits until a runner ends, and ends it at its limit: one that hangs must not use up the time of the whole run. */
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
