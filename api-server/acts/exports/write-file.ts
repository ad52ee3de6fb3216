import type { AuditRow } from '#api-server/acts/audit/audit-sheet.ts'
import type { GradebookRow } from '#domain/results/gradebook.schema.ts'
import type { FileOrder, RowsToWrite } from './write-apart.ts'

/** Kinds whose rows come after the order: they are too many for one message. */
export const ROWS_FOLLOW: ReadonlySet<FileOrder['kind']> = new Set(['audit', 'gradebook'])

/** Writes a file, piece by piece. Loads only what its kind needs, since a process of its own starts for each file. */
export async function* writeFile(order: FileOrder, rows: RowsToWrite): AsyncGenerator<Uint8Array> {
  switch (order.kind) {
    case 'export': {
      const { writeEnrollmentSheet } = await import('./enrollment-sheet.ts')
      yield* writeEnrollmentSheet(order.participation)
      break
    }
    case 'results': {
      const { writeResultsSheet } = await import('./results-sheet.ts')
      yield* writeResultsSheet(order.participation)
      break
    }
    case 'result-statistics': {
      const { writeStatisticsSheet } = await import('#api-server/acts/statistics/statistics-sheet.ts')
      yield* writeStatisticsSheet(order.year)
      break
    }
    case 'audit': {
      const { writeAuditSheet } = await import('#api-server/acts/audit/audit-sheet.ts')
      yield* writeAuditSheet(order.about, rows as readonly AuditRow[])
      break
    }
    case 'gradebook': {
      const { writeGradebookSheet } = await import('./gradebook-sheet.ts')
      yield* writeGradebookSheet(order.head, rows as readonly GradebookRow[])
      break
    }
    case 'users': {
      const { writeUsersSheet } = await import('./users-sheet.ts')
      yield* writeUsersSheet(order.people)
      break
    }
    case 'door': {
      const { writeDoorList } = await import('./door-list.ts')
      yield* writeDoorList(order.participation)
      break
    }
    case 'checklist': {
      const { writePresenceChecklist } = await import('./presence-checklist.ts')
      yield* writePresenceChecklist(order.list, order.participation)
      break
    }
    default:
      order satisfies never
  }
}
