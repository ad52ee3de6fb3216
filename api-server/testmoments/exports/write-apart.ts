import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { YearResults } from '#api-server/statistics/statistics.ts'
import { unavailable } from '#server/problem.ts'
import type { GradedParticipation, Participation } from './participation.ts'
import type { ChecklistKind } from './presence-checklist.ts'

/** What is to be written, whole and plain: a thread has no database. */
export type FileOrder =
  | { kind: 'export'; participation: Participation }
  | { kind: 'results'; participation: GradedParticipation }
  | { kind: 'result-statistics'; year: YearResults }
  | { kind: 'checklist'; list: ChecklistKind; participation: Participation }

/** Each takes a core for as long as it writes; the machine in mind has two. */
const AT_A_TIME = 2

/** Who takes no piece for this long (ms) has gone without a word; the thread is not kept for them. */
const TIMEOUT = 30_000

let running = 0

/** Throws `unavailable` while as many files are being written as may be. */
export function requireRoom(): void {
  if (running >= AT_A_TIME) throw unavailable('export-queue', { retryAfter: 2 })
}

/**
 * Writes the file in a thread of its own, see write-apart.rationale.md. A piece is written when the one before was taken;
 * whoever stops taking them (`return`, which a destroyed stream calls) ends the thread.
 */
export async function* writeApart(order: FileOrder): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { workerData: order })
  running += 1
  worker.once('exit', () => {
    running -= 1
  })
  let timeout: NodeJS.Timeout | undefined
  try {
    const replies = on(worker, 'message', { close: ['exit'] })
    worker.postMessage('next')
    for await (const [piece] of replies) {
      if (!(piece instanceof Uint8Array)) return
      timeout = setTimeout(() => worker.terminate(), TIMEOUT)
      yield piece
      clearTimeout(timeout)
      worker.postMessage('next')
    }
    throw new Error('The thread ended before the file was whole.')
  } finally {
    clearTimeout(timeout)
    await worker.terminate()
  }
}
