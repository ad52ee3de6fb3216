import { stripVTControlCharacters } from 'node:util'
import type { Outcome } from './outcome.ts'

/** of what a failure said: enough to know where to look, while the table stays on the screen */
const MOST_LINES = 12

/**
 * What failed by name, the table of all runners and, on a line of its own, the sum. `missing` tells what the machine
 * lacks. With `strict` (CI) whatever was not run has failed; elsewhere it is named.
 */
export function summarise(
  outcomes: readonly Outcome[],
  missing: readonly string[],
  strict: boolean,
): { text: string; ok: boolean } {
  const notRun = [...missing.map((what) => `what needs ${what}`), ...outcomes.flatMap((outcome) => outcome.notRun)]
  const passed = sum(outcomes, ({ passed }) => passed)
  const failed = sum(outcomes, ({ failed }) => failed) + (strict ? notRun.length : 0)
  const told = (heading: string, of: (outcome: Outcome) => string[] | undefined) =>
    outcomes.flatMap((outcome) =>
      (of(outcome) ?? []).map((text) => `${heading} in ${outcome.runner}: ${shortened(text)}\n`),
    )
  const lines = [
    ...told('Passed at the second try', ({ secondTry }) => secondTry),
    ...told('Failed', ({ failures }) => failures),
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
