import type { AuditRow } from '#api-server/acts/audit/audit-sheet.ts'
import type { GradebookRow } from '#domain/results/gradebook.schema.ts'
import type { FileOrder, RowsToWrite } from './write-apart.ts'

/** Writes a file, piece by piece. Loads only what its kind needs, since a process of its own starts for each file. */
export async function* writeFile(order: FileOrder, rows: RowsToWrite): AsyncGenerator<Uint8Array> {
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
    yield* writeAuditSheet(order.about, rows as readonly AuditRow[])
  } else if (order.kind === 'gradebook') {
    const { writeGradebookSheet } = await import('./gradebook-sheet.ts')
    yield* writeGradebookSheet(order.head, rows as readonly GradebookRow[])
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
