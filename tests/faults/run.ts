import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { textTable } from '../support/text-table.ts'
import type { FaultRow } from './fault-row.ts'
import { faults } from './faults.ts'
import { runFault } from './run-fault.ts'
import { allHeld, verdictOf } from './verdict.ts'

/**
 * `npm run faults` for all, `npm run faults NAME…` for some; `-- --quick` bounds them for CI. Prints one table, as JSON
 * with `--json`, also into a file with `--report FILE`. Ends with 1 when something did not hold.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, report: { type: 'string' } },
})
const unknown = positionals.filter((name) => !faults[name])
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}`)
  process.exit(2)
}

/** The bounded ones mostly wait for a server to be back. The full run promises seconds: each has the machine to itself. */
const TOGETHER = { quick: 2, full: 1 }

/** Widest column, in characters: all six columns fit a wide terminal. */
const WIDEST = 36

const extent = values.quick ? 'quick' : 'full'
const asked = Object.entries(faults).filter(([name, { quick }]) =>
  positionals.length > 0 ? positionals.includes(name) : quick || extent === 'full',
)
const finished: FaultRow[][] = []
const waiting = asked.entries()
const bringAbout = async () => {
  for (const [at, [name, fault]] of waiting) {
    const since = performance.now()
    const rows = await runFault(name, fault, extent)
    finished[at] = rows
    const verdict = rows.every(({ held }) => held) ? 'held' : 'NOT HELD'
    console.error(`${name}: ${verdict}, ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }
}
await Promise.all(Array.from({ length: TOGETHER[extent] }, bringAbout))
const rows = finished.flat()

if (values.report) writeFileSync(values.report, JSON.stringify(rows))
const cells = rows.map((row) => ({ ...row, held: verdictOf(row) }))
const table = textTable(['fault', 'done', 'invariant', 'measured', 'goal', 'held'], cells, WIDEST)
console.log(values.json ? JSON.stringify(rows, null, 2) : table)
process.exitCode = allHeld(rows, extent) ? 0 : 1
