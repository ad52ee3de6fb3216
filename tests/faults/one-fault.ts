import { sendRows } from '#tests/harness/run-apart.ts'
import { faults } from './faults.ts'

/** Runs one fault as a process: sends its rows to its parent. */
const [name = '', extent] = process.argv.slice(2)
await sendRows(async () => faults[name]?.run(extent === 'quick' ? 'quick' : 'full'))
