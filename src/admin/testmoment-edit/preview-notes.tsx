import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type {
  ManagedTestmoment,
  TestmomentEditPreview,
  TestmomentFields,
} from '#domain/testmoments/testmoment.schema.ts'
import { pastDaysText } from '#domain/testmoments/testmoment-edit.texts.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { testmomentEditTexts as texts } from './testmoment-edit.texts.ts'

interface PreviewNotesProps {
  testmoment: ManagedTestmoment
  edit: Pick<TestmomentFields, 'date' | 'duration'> | null
  preview: TestmomentEditPreview | null
  now: number
}

/** What saving would mean to students, before it is done. */
export function PreviewNotes({ testmoment, edit, preview, now }: PreviewNotesProps) {
  const { students_above_limit = 0, students_doubled = 0, students_enrolled = 0 } = preview ?? {}
  const days = { ...testmoment, ...edit }
  const isMoved = days.date !== testmoment.date || days.duration !== testmoment.duration
  return (
    <div role="status">
      {students_doubled > 0 && (
        <StatusLine tone="danger" icon="alert">
          {texts.doubled(students_doubled)}
        </StatusLine>
      )}
      {isMoved && !isCurrent(days, now) && (
        <StatusLine tone="warning" icon="info">
          {pastDaysText}
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
