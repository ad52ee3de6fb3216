import type { Outcome } from './outcome.ts'

/**
 * The table of all runners and, on a line of its own, the sum. `missing` tells what the machine lacks. With `strict` (CI)
 * whatever was not run has failed; elsewhere it is named.
 */
export function summarise(
  outcomes: readonly Outcome[],
  missing: readonly string[],
  strict: boolean,
): { text: string; ok: boolean } {
  const notRun = [...missing.map((what) => `what needs ${what}`), ...outcomes.flatMap((outcome) => outcome.notRun)]
  const passed = sum(outcomes, ({ passed }) => passed)
  const failed = sum(outcomes, ({ failed }) => failed) + (strict ? notRun.length : 0)
  const lines = [
    row('', 'passed', 'failed', 'seconds'),
    ...outcomes.map(({ runner, passed, failed, ms }) => row(runner, passed, failed, (ms / 1000).toFixed(1))),
    '',
    ...notRun.map((what) => `Not run: ${what}`),
    `${passed} passed, ${failed} failed`,
  ]
  return { text: lines.join('\n'), ok: failed === 0 }
}

const row = (name: string, ...cells: (string | number)[]) =>
  name.padEnd(20) + cells.map((cell) => String(cell).padStart(9)).join('')

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)
