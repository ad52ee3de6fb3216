import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import { prepareDatabase } from '../../../scripts/product/prepare-database.ts'
import { median } from '../median.ts'
import type { BenchRow } from '../result-table.ts'
import { type Start, startOnce } from './one-start.ts'

const ROUNDS = 5
const IDLE_GOAL = 120
const START_GOAL = 1_000

/**
 * `npm run bench process`: what the API server holds of the machine while nothing is asked of it, and how soon it
 * listens, on the demo school and from the second start on (`npm start` keeps what Node made of the sources), beside
 * Node's own server without anything.
 */
export async function benchProcess(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bench-'))
  const cluster = await startPostgres({ durable: true })
  const NODE_COMPILE_CACHE = join(folder, 'compiled')
  try {
    const on = async (engine: string, DATABASE_URL: string) => {
      const env = { DATA_DIR: join(folder, engine), DATABASE_URL, PORT: '0', NODE_ENV: 'production' }
      await prepareDatabase(readConfig({ ...env, DEMO: '1' }))
      return { engine, start: () => startOnce('api-server/main.ts', { ...env, NODE_COMPILE_CACHE }) }
    }
    const subjects = [
      await on('SQLite', `sqlite:${join(folder, 'app.db')}`),
      ...(cluster ? [await on('PostgreSQL', cluster.url('postgres'))] : []),
    ]
    const bare = () => startOnce('tests/bench/live/bare-server.ts', { NODE_COMPILE_CACHE })
    const rounds: { bare: Start; ours: Start[] }[] = []
    await bare()
    for (const { start } of subjects) await start()
    for (let round = 0; round < ROUNDS; round++) {
      const ours: Start[] = []
      for (const { start } of subjects) ours.push(await start())
      rounds.push({ bare: await bare(), ours })
    }
    return subjects.flatMap(({ engine }, index) =>
      rowsOf(
        engine,
        rounds.map(({ ours }) => ours[index]).filter((start) => start !== undefined),
        rounds.map((round) => round.bare),
      ),
    )
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true })
  }
}

function rowsOf(engine: string, ours: readonly Start[], bare: readonly Start[]): BenchRow[] {
  const megabytes = (starts: readonly Start[]) => median(starts.map(({ idle }) => idle)) / 1024
  const ms = (starts: readonly Start[]) => median(starts.map((start) => start.ms))
  const [idle, started] = [megabytes(ours), ms(ours)]
  return [
    {
      what: `API process, idle, ${engine}`,
      measured: `${idle.toFixed(0)} MB resident`,
      reference: `Node's own server: ${megabytes(bare).toFixed(0)} MB`,
      figure: `${idle.toFixed(0)} MB`,
      goal: `≤ ${IDLE_GOAL} MB`,
      reached: idle <= IDLE_GOAL,
    },
    {
      what: `API process, from call to listening, ${engine}`,
      measured: `${started.toFixed(0)} ms`,
      reference: `Node's own server: ${ms(bare).toFixed(0)} ms`,
      figure: `${started.toFixed(0)} ms`,
      goal: `≤ ${START_GOAL} ms`,
      reached: started <= START_GOAL,
    },
  ]
}
