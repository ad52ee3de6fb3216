import { Suspense } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { MomentChoices, type MomentChoicesProps } from './moment-choices.tsx'

/** Which modules can be taken at a moment, and which are: enrolling and leaving happen here. */
export const MomentDialog = (props: MomentChoicesProps) => (
  <Dialog title={`Modules voor toetsmoment ${momentLabel(props.testmoment, props.now)}`} onClose={props.onClose}>
    <ConnectionNotice />
    <Suspense fallback={<Skeleton lines={4} />}>
      <MomentChoices {...props} />
    </Suspense>
  </Dialog>
)
