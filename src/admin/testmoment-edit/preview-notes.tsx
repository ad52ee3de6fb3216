import type { ManagedTestmoment } from '#domain/testmoment/managed-testmoment.schema.ts'
import type { TestmomentEdit, TestmomentEditPreview } from '#domain/testmoment/testmoment-edit.schema.ts'
import { StatusLine } from '#src/ui/status/status.tsx'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'

interface PreviewNotesProps {
  testmoment: ManagedTestmoment
  edit: Pick<TestmomentEdit, 'date' | 'duration'> | null
  preview: TestmomentEditPreview | null
}

/** What saving would mean to students, before it is done. */
export function PreviewNotes({ testmoment, edit, preview }: PreviewNotesProps) {
  const { students_above_limit = 0, students_doubled = 0, students_enrolled = 0 } = preview ?? {}
  const isMoved = edit !== null && (edit.date !== testmoment.date || edit.duration !== testmoment.duration)
  return (
    <div role="status">
      {students_doubled > 0 && (
        <StatusLine tone="danger" icon="alert">
          {texts.doubled(students_doubled)}
        </StatusLine>
      )}
      {isMoved && students_doubled === 0 && students_enrolled > 0 && (
        <StatusLine tone="warning" icon="info">
          {texts.enrolledKeep(students_enrolled)}
        </StatusLine>
      )}
      {students_above_limit > 0 && (
        <StatusLine tone="warning" icon="info">
          {texts.aboveLimit(students_above_limit)}
        </StatusLine>
      )}
    </div>
  )
}
