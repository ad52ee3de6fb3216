import { runChecks } from './check/run-checks.ts'

/** `npm run check`: the static checks, side by side. */
const outcomes = await runChecks()
process.exitCode = outcomes.every((outcome) => outcome.failed === 0) ? 0 : 1
