import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './check/checks.ts'
import { pgbouncer, postgres, prepareMachine, usual, webkit } from './machine.ts'
import { COMPILED } from './root.ts'
import { runStories } from './test/browser-runner.ts'
import { runBuild, runFaults } from './test/build-and-faults.ts'
import { calibrate, ownCpuSeconds } from './test/cpu-seconds.ts'
import { explore, minutesOf } from './test/explore.ts'
import { type Outcome, summarise } from './test/outcome.ts'
import { budgetOf, listOnlyInAll, type Tier, tagsOf } from './test/tier.ts'
import { runVitest } from './test/vitest-runner.ts'

/**
 * `npm test`: the tests that everybody runs before a change goes in; `-- --all`: all of them (tests/tiers.rationale.md);
 * `-- --explore 10m`: the properties, from random seeds. Installs what is missing. Ends with the line `N passed, N failed`.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean' }, explore: { type: 'string' } } })
const tier: Tier = values.all ? 'all' : 'first'
// Thousands of processes start from the same sources, so they share compiled code.
process.env.NODE_COMPILE_CACHE ??= COMPILED
const reportFolder = mkdtempSync(join(tmpdir(), 'wiskunde-test-'))
const missing = prepareMachine(tier === 'all' ? [...usual, webkit] : usual)
const outcomes = values.explore ? await explore(minutesOf(values.explore), reportFolder) : await runTier()
rmSync(reportFolder, { recursive: true, force: true })

const onlyInAll = tier === 'first' && !values.explore ? listOnlyInAll() : []
const { text, ok } = summarise(outcomes, { missing, onlyInAll, strict: process.env.CI === 'true' })
console.log(`\n${text}`)
process.exitCode = ok ? 0 : 1

async function runTier(): Promise<Outcome[]> {
  const speeds = [calibrate()]
  const checks = await countOwn(() => runChecks(tier))
  const built = await countOwn(runBuild)
  // Only now: the check for dead code reads the whole configuration of the tests.
  process.env.TIER = tier
  const vitest = async (part: string, projects: string[]) => {
    speeds.push(calibrate())
    return runVitest(part, { reportFolder, projects, tags: tagsOf(part, tier) })
  }
  const vitestThenFaults = async () => [
    await vitest('logic', ['domain', 'machines', 'screens', 'sw']),
    await vitest('house', ['house']),
    await vitest('database', ['database']),
    await vitest('push', ['push']),
    await vitest('api', ['api']),
    ...(tier === 'all' && pgbouncer.find() && postgres.find() ? [await vitest('PgBouncer', ['pgbouncer'])] : []),
    await runFaults(reportFolder, tier),
  ]
  // In parallel: faults and many tests mostly wait for a timer or a server, while stories need the processors.
  const [tests, stories] = await Promise.all([vitestThenFaults(), runStories(reportFolder, tier)])
  const outcomes = [checks, built, ...tests, stories]
  return outcomes.map((outcome) => ({ ...outcome, budget: budgetOf(outcome.runner, tier, speeds) }))
}

/** Counts the CPU-seconds of a part that runs in this process or as its children, while nothing else does. */
async function countOwn(run: () => Promise<Outcome>): Promise<Outcome> {
  const before = ownCpuSeconds()
  const outcome = await run()
  const after = ownCpuSeconds()
  return { ...outcome, cpuSeconds: before !== undefined && after !== undefined ? after - before : undefined }
}
