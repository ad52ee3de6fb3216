import { parentPort, workerData } from 'node:worker_threads'
import type { FileOrder } from './write-apart.ts'

/** Started by write-apart.ts in a thread of its own. Writes a piece whenever it is asked for one; null is the end. */
async function* write(order: FileOrder): AsyncGenerator<Uint8Array> {
  if (order.kind === 'export') {
    const { writeEnrollmentSheet } = await import('./enrollment-sheet.ts')
    yield* writeEnrollmentSheet(order.participation)
  } else if (order.kind === 'results') {
    const { writeResultsSheet } = await import('./results-sheet.ts')
    yield* writeResultsSheet(order.participation)
  } else if (order.kind === 'result-statistics') {
    const { writeStatisticsSheet } = await import('#api-server/statistics/statistics-sheet.ts')
    yield* writeStatisticsSheet(order.year)
  } else {
    const { writePresenceChecklist } = await import('./presence-checklist.ts')
    yield* writePresenceChecklist(order.list, order.participation)
  }
}

const order: FileOrder = workerData
const pieces = write(order)
parentPort?.on('message', async () => {
  const { value } = await pieces.next()
  parentPort?.postMessage(value ?? null)
})
