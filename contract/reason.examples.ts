import type { StudentLine } from '#domain/import/import.schema.ts'
import type { ConfirmationNeeded } from './confirmation.ts'
import { exampleSchoolyear } from './entity.examples.ts'
import { importExamples } from './import.examples.ts'
import type { ImportChanged, Unreadable } from './import.ts'
import { reasonTexts } from './reason.texts.ts'
import type { Doubled, ReasonCode, Stale } from './reason.ts'

const refused = <Code extends ReasonCode>(reason: Code) => ({ reason, message: reasonTexts[reason] })

/** What refusals that tell more than their reason look like. */
export const detailedRefusals: Partial<Record<ReasonCode, object>> = {
  'version-stale': {
    ...refused('version-stale'),
    entity: exampleSchoolyear,
    differences: [{ field: 'name', label: 'Naam', yours: '2025/2026', theirs: '2025-2026' }],
  } satisfies Stale,
  'confirmation-needed': {
    ...refused('confirmation-needed'),
    consequences: {
      enrollments_deleted: 12,
      students: 11,
      opens_all_modules: false,
      offers_nothing: false,
      last_testmoment: false,
    },
    confirmation: '12-11',
  } satisfies ConfirmationNeeded,
  'import-line-too-long': { ...refused('import-line-too-long'), line: 7 } satisfies Unreadable,
  'import-quote-open': { ...refused('import-quote-open'), line: 7 } satisfies Unreadable,
  'import-changed': {
    ...refused('import-changed'),
    preview: importExamples.previewStudentImport.reply,
  } satisfies ImportChanged<StudentLine>,
  'enrollments-doubled': { ...refused('enrollments-doubled'), students_doubled: 3 } satisfies Doubled,
}
