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

/** `npm test`: everything that can fail, on a machine made ready for it. Ends with the line `N passed, N failed`. */
// Thousands of processes are started, each of the same sources.
process.env.NODE_COMPILE_CACHE ??= COMPILED
const reports = mkdtempSync(join(tmpdir(), 'wiskunde-test-'))
const missing = prepareMachine()
const outcomes = [
  ...(await runChecks()),
  ...(await runVitest({ reportFolder: reports })),
  await runBuild(),
  await runBrowserStory(reports),
  await runFaults(reports),
]
rmSync(reports, { recursive: true, force: true })

const { text, ok } = summarise(outcomes, missing, process.env.CI === 'true')
console.log(`\n${text}`)
process.exitCode = ok ? 0 : 1
