import { faults } from './faults.ts'

/** Runs one fault as a process: sends its rows to its parent. */
const [name = '', extent] = process.argv.slice(2)
// What was started along ends in 'exit' handlers, which a signal alone would pass by; so does the end of the parent.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
process.once('disconnect', () => process.exit(1))

const rows = await faults[name]?.run(extent === 'quick' ? 'quick' : 'full')
process.send?.(rows ?? [], () => process.exit(0))
