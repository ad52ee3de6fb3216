import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check/checks.ts'
import { prepareMachine } from './machine.ts'
import { COMPILED } from './root.ts'
import { runBrowserStory } from './test/browser-runner.ts'
import { runBuild, runFaults } from './test/build-and-faults.ts'
import { summarise } from './test/outcome.ts'
import { runVitest } from './test/vitest-runner.ts'

/** `npm test`: runs all checks and tests; installs what they lack. Ends with the line `N passed, N failed`. */
// Thousands of processes start from the same sources, so they share compiled code.
process.env.NODE_COMPILE_CACHE ??= COMPILED
const reports = mkdtempSync(join(tmpdir(), 'wiskunde-test-'))
const missing = prepareMachine()
const checks = await runChecks()
const built = await runBuild()
// In parallel: faults and many tests mostly wait for a timer or a server, while stories need the processors.
const vitestThenFaults = async () => [await runVitest({ reportFolder: reports }), await runFaults(reports)].flat()
const [tests, stories] = await Promise.all([vitestThenFaults(), runBrowserStory(reports)])
const outcomes = [...checks, built, ...tests, stories]
rmSync(reports, { recursive: true, force: true })

const { text, ok } = summarise(outcomes, missing, process.env.CI === 'true')
console.log(`\n${text}`)
process.exitCode = ok ? 0 : 1
