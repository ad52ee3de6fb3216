import { flushCompileCache } from 'node:module'
import type { AuditRow } from '#api-server/acts/audit/audit-sheet.ts'
import type { GradebookRow } from '#domain/results/gradebook.schema.ts'
import type { FileOrder, RowsToWrite } from './write-apart.ts'

/** Writes a file in a process of its own, started by write-apart.ts. Yields a piece for each request. */
async function* write(order: FileOrder): AsyncGenerator<Uint8Array> {
  if (order.kind === 'export') {
    const { writeEnrollmentSheet } = await import('./enrollment-sheet.ts')
    yield* writeEnrollmentSheet(order.participation)
  } else if (order.kind === 'results') {
    const { writeResultsSheet } = await import('./results-sheet.ts')
    yield* writeResultsSheet(order.participation)
  } else if (order.kind === 'result-statistics') {
    const { writeStatisticsSheet } = await import('#api-server/acts/statistics/statistics-sheet.ts')
    yield* writeStatisticsSheet(order.year)
  } else if (order.kind === 'audit') {
    const { writeAuditSheet } = await import('#api-server/acts/audit/audit-sheet.ts')
    yield* writeAuditSheet(order.about, rows as AuditRow[])
  } else if (order.kind === 'gradebook') {
    const { writeGradebookSheet } = await import('./gradebook-sheet.ts')
    yield* writeGradebookSheet(order.head, rows as GradebookRow[])
  } else if (order.kind === 'users') {
    const { writeUsersSheet } = await import('./users-sheet.ts')
    yield* writeUsersSheet(order.people)
  } else if (order.kind === 'door') {
    const { writeDoorList } = await import('./door-list.ts')
    yield* writeDoorList(order.participation)
  } else {
    const { writePresenceChecklist } = await import('./presence-checklist.ts')
    yield* writePresenceChecklist(order.list, order.participation)
  }
}

let order: FileOrder | undefined
const rows: unknown[] = []
let pieces: AsyncGenerator<Uint8Array> | undefined

/**
 * Messages in sequence: the order; for some kinds its rows, and a text after the last of them; then a text for each further
 * piece. The reply is a piece, or null after the last.
 */
process.on('message', async (message: FileOrder | { rows: RowsToWrite } | string) => {
  if (typeof message === 'object' && 'rows' in message) {
    for (const row of message.rows) rows.push(row)
    return
  }
  if (!order) {
    order = message as FileOrder
    if (order.kind === 'audit' || order.kind === 'gradebook') return
  }
  const isFirst = !pieces
  pieces ??= write(order)
  try {
    const { value } = await pieces.next()
    process.send?.(value ?? null)
    // Not after the last piece: write-apart.ts then ends this process at once.
    if (isFirst) flushCompileCache()
  } catch (error) {
    process.send?.(error)
  }
})

// A server that is shutting down first lets its downloads finish. Once it is gone, nobody needs the file.
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit())
