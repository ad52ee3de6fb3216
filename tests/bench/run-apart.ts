import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BenchRow } from './result-table.ts'

/**
 * Runs one bench as a process of its own, so that none inherits the heap of the one before it. Undefined when it failed,
 * which it then said itself: the others go on.
 */
export async function runApart(name: string, options: readonly string[]): Promise<BenchRow[] | undefined> {
  const bench = fork(new URL('run.ts', import.meta.url), [name, ...options], {
    execArgv: ['--import', './scripts/product/end-with-parent.ts'],
    // What a bench says by the way is no part of the table.
    stdio: ['ignore', 2, 'inherit', 'ipc'],
  })
  let rows: BenchRow[] | undefined
  bench.on('message', (message: BenchRow[]) => {
    rows = message
  })
  const [code] = await once(bench, 'exit')
  return code === 0 ? rows : undefined
}
