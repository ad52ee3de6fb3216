import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { openPostgresPlace, openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { residentMemory } from '#tests/harness/process-figures.ts'
import { startProgram } from '#tests/harness/programs.ts'
import { median } from '#tests/harness/statistics.ts'
import { bundleServers } from '../../../scripts/build/server-bundle.ts'
import { prepareDatabase } from '../../../scripts/product/prepare-database.ts'
import { atMost, inMs } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'

const ROUNDS = 5
const IDLE_GOAL_MB = 120
const START_GOAL_MS = 1_000
/** After this nothing is done any more that starting set off (ms). */
const SETTLED_MS = 2_000

/**
 * `npm run bench process`: what the API server holds of the machine while nothing is asked of it, and how soon it
 * listens, on the demo school and from the second start on (`npm start` keeps what Node made of the sources), beside
 * Node's own server without anything.
 */
export const benchProcess = (): Promise<BenchRow[]> =>
  within(openSqlitePlace({ migrated: false }), (file) =>
    within(openPostgresPlace({ migrated: false }), (postgres) => rowsOf([file, postgres])),
  )

async function rowsOf(places: readonly Place[]): Promise<BenchRow[]> {
  const NODE_COMPILE_CACHE = join(places[0]?.dataDir ?? '', 'compiled')
  const server = join(await bundleServers(), 'api-server.mjs')
  const bare = () => startOnce('tests/bench/live/bare-server.ts', { NODE_COMPILE_CACHE })
  const subjects: { engine: string; start: () => Promise<Start>; starts: Start[] }[] = []
  for (const { engine, url, dataDir } of places) {
    const env = { DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', NODE_ENV: 'production' }
    await prepareDatabase(readConfig({ ...env, DEMO: '1' }))
    const start = () => startOnce(server, { ...env, NODE_COMPILE_CACHE })
    subjects.push({ engine, start, starts: [] })
  }
  const references: Start[] = []
  await bare()
  for (const { start } of subjects) await start()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { start, starts } of subjects) starts.push(await start())
    references.push(await bare())
  }
  const megabytes = (starts: readonly Start[]) => median(starts.map(({ idle }) => idle)) / 1_024
  const ms = (starts: readonly Start[]) => median(starts.map((start) => start.ms))
  const inMegabytes = (value: number) => `${value.toFixed(0)} MB`
  return subjects.flatMap(({ engine, starts }) => [
    {
      what: `API process, idle, ${engine}`,
      measured: `${inMegabytes(megabytes(starts))} resident`,
      reference: `Node's own server: ${inMegabytes(megabytes(references))}`,
      ...atMost(megabytes(starts), IDLE_GOAL_MB, inMegabytes),
    },
    {
      what: `API process, from call to listening, ${engine}`,
      measured: inMs(ms(starts)),
      reference: `Node's own server: ${inMs(ms(references))}`,
      ...atMost(ms(starts), START_GOAL_MS, inMs),
    },
  ])
}

/** Figures of a server's start, and of its memory once it is idle. */
interface Start {
  /** from the call of the program until it listens */
  ms: number
  /** kB */
  idle: number
}

/** Starts the program, and ends it again. Our servers say in their log that they listen, the bare one sends its port. */
async function startOnce(main: string, env: NodeJS.ProcessEnv): Promise<Start> {
  const began = performance.now()
  const program = startProgram(main, { env, output: 'pipe' })
  const lines = program.child.stdout && createInterface({ input: program.child.stdout })
  const logged = new Promise<void>((resolve) => {
    lines?.on('line', (line) => {
      if (line.includes('Server listening')) resolve()
    })
  })
  await Promise.race([program.said(), logged])
  const ms = performance.now() - began
  await delay(SETTLED_MS)
  const idle = residentMemory(program.pid)
  await program.end()
  return { ms, idle }
}
