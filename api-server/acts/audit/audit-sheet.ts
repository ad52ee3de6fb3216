import {
  type Column,
  localTime,
  sheetOf,
  text,
  textOrNone,
  writeSpreadsheet,
} from '#api-server/acts/exports/spreadsheet.ts'
import { auditResourceLabels } from '#domain/audit/audit.texts.ts'
import { auditActionLabel, auditChangeLabel, auditChanges } from '#domain/audit/audit-fields.texts.ts'
import type { DescribedLine } from './page-audit.ts'

export type AuditRow = ReturnType<typeof auditRow>

export const auditRow = (entry: DescribedLine) => ({
  at: entry.at,
  actor: entry.actor,
  resource: auditResourceLabels[entry.resource],
  subject: entry.subject,
  action: auditActionLabel(entry),
  about: entry.about,
  changes: auditChanges(entry).map(auditChangeLabel).join(' · '),
})

/** Writes an .xlsx with a row per line of the log, latest first. `about`: how many lines, at the top of each page. */
export async function* writeAuditSheet(about: string, rows: readonly AuditRow[]): AsyncGenerator<Uint8Array> {
  yield* writeSpreadsheet([sheetOf({ name: 'Logboek', columns, rows, landscape: true, head: ['Logboek', about] })])
}

const columns: readonly Column<AuditRow>[] = [
  { heading: 'Wanneer', width: 18, cell: ({ at }) => localTime(at) },
  { heading: 'Wie', width: 26, cell: ({ actor }) => text(actor) },
  { heading: 'Soort', width: 16, cell: ({ resource }) => text(resource) },
  { heading: 'Wat', width: 36, cell: ({ subject }) => textOrNone(subject) },
  { heading: 'Handeling', width: 36, cell: ({ action }) => text(action) },
  { heading: 'Waarover', width: 36, cell: ({ about }) => textOrNone(about) },
  { heading: 'Van → naar', width: 60, cell: ({ changes }) => textOrNone(changes) },
]
