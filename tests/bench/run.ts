import { parseArgs } from 'node:util'
import { runApart, sendRows } from '#tests/harness/run-apart.ts'
import { benchApi } from './api/api-bench.ts'
import type { Bench } from './bench.ts'
import { benchDividing } from './dividing-bench.ts'
import { benchEnroll } from './enroll/enroll-bench.ts'
import { benchGrid } from './grid/grid-bench.ts'
import { benchGrowth } from './growth/growth-bench.ts'
import { benchImport } from './import/import-bench.ts'
import { benchLive } from './live/live-bench.ts'
import { benchLog } from './log/log-bench.ts'
import { benchLogin } from './login/login-bench.ts'
import { benchMove } from './move/move-bench.ts'
import { benchOeapi } from './oeapi/oeapi-bench.ts'
import { benchOffline } from './offline/offline-bench.ts'
import { describeMachine, requirePlaces, writePage } from './performance-page.ts'
import { benchProcess } from './process/process-bench.ts'
import { benchPush } from './push/push-bench.ts'
import { type BenchRow, printRows } from './result-table.ts'
import { benchScale } from './scale/scale-bench.ts'
import { benchSource } from './source/source-bench.ts'
import { benchCrowd } from './storm/crowd-bench.ts'
import { benchStorm } from './storm/storm-bench.ts'
import { benchWeb } from './web/web-bench.ts'

/**
 * `npm run bench`: all of these, one after the other, or those that are named. `-- --json` gives figures that a program
 * reads, `-- --page` puts them into docs/performance.md.
 */
const benches: Record<string, Bench> = {
  enroll: benchEnroll,
  api: benchApi,
  growth: benchGrowth,
  login: benchLogin,
  live: benchLive,
  log: benchLog,
  push: benchPush,
  storm: benchStorm,
  scale: benchScale,
  crowd: benchCrowd,
  web: benchWeb,
  grid: benchGrid,
  offline: benchOffline,
  import: benchImport,
  process: benchProcess,
  move: benchMove,
  oeapi: benchOeapi,
  source: benchSource,
  dividing: benchDividing,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, page: { type: 'boolean' }, students: { type: 'string' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(benches)
if (!names.every((name) => name in benches)) {
  console.error(`Usage: npm run bench [${Object.keys(benches).join('|')}] [-- --json --page --students=n]`)
  process.exit(2)
}

if (process.send) {
  const students = values.students === undefined ? undefined : Number(values.students)
  await sendRows(async () => benches[names[0] ?? '']?.({ students, page: values.page }))
} else await runAll()

async function runAll(): Promise<void> {
  const options = [
    ...(values.students === undefined ? [] : [`--students=${values.students}`]),
    ...(values.page ? ['--page'] : []),
  ]
  if (values.page) requirePlaces(names)
  const results: Record<string, BenchRow[]> = {}
  for (const name of names) {
    const machine = describeMachine()
    if (names.length > 1) console.error(`${name} …`)
    const { rows, broke } = await runApart<BenchRow[]>('tests/bench/run.ts', [name, ...options])
    // One that failed said so itself: the others go on.
    if (broke || !rows) {
      process.exitCode = 1
      continue
    }
    results[name] = rows
    if (values.page) writePage(name, rows, machine)
  }
  if (values.json) console.log(JSON.stringify(results, null, 2))
  else printRows(Object.values(results).flat())
}
