import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { presenceStatusTexts } from '#domain/presence/presence.texts.ts'
import { type GradedParticipant, type GradedParticipation, groupByModule } from './participation.ts'
import {
  type Column,
  classGroupsOf,
  localTime,
  resultCell,
  sheetOf,
  text,
  textOrNone,
  writeSpreadsheet,
} from './spreadsheet.ts'

/** 'Cijfer' is the latest draft as the import of results reads it: a teacher can complete and import the file. */
export async function* writeResultsSheet(participation: GradedParticipation): AsyncGenerator<Uint8Array> {
  const rows = groupByModule(participation.participants).flatMap(({ participants }) => participants)
  const shown = [...columns, ...classGroupsOf(rows)]
  const head = ['Uitslagen', whenAndWhereLabel(participation, 'any-time')] as const
  yield* writeSpreadsheet([sheetOf({ name: 'Uitslagen', columns: shown, rows, landscape: true, head })])
}

const columns: readonly Column<GradedParticipant>[] = [
  { heading: 'Studentnummer', width: 18, cell: ({ student_number }) => textOrNone(student_number) },
  { heading: 'Achternaam', width: 24, cell: ({ last_name }) => text(last_name) },
  { heading: 'Voornaam', width: 20, cell: ({ first_name }) => text(first_name) },
  { heading: 'E-mailadres', width: 36, cell: ({ username }) => text(username) },
  { heading: 'Module', width: 16, cell: ({ module }) => text(module) },
  {
    heading: 'Aanwezigheid',
    width: 14,
    cell: ({ presence }) => (presence === null ? null : text(presenceStatusTexts[presence])),
  },
  { heading: 'Cijfer', width: 10, cell: ({ draft }) => resultCell(draft) },
  { heading: 'Gepubliceerd', width: 14, cell: ({ published }) => resultCell(published) },
  {
    heading: 'Gepubliceerd op',
    width: 18,
    cell: ({ published, published_at }) => (published && published_at ? localTime(published_at) : null),
  },
]
