import type { FileOrder } from './write-apart.ts'

/** Run by write-apart.ts as a process of its own. Writes a piece whenever it is asked for one; null is the end. */
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

let pieces: AsyncGenerator<Uint8Array> | undefined

/** The order first, and then a word for each piece more. */
process.on('message', async (message) => {
  pieces ??= write(message as FileOrder)
  try {
    const { value } = await pieces.next()
    process.send?.(value ?? null)
  } catch (error) {
    process.send?.(error)
  }
})

// A server that ends lets who is taking a file finish; without one there is nobody to write for.
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit())
