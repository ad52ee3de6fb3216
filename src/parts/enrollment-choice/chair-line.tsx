import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import { chairLabel } from '#domain/rooms/chair.texts.ts'
import { StatusLine } from '#src/ui/status.tsx'

/** Shows the student's chair: 'Zaal 3.14, plaats 12'. Empty until rooms are published. */
export const ChairLine = ({ chair }: Pick<Enrollment, 'chair'>) =>
  chair && (
    <StatusLine icon="place">
      <strong translate="no">{chairLabel(chair)}</strong>
    </StatusLine>
  )
