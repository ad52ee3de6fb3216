import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { useLoadEnrolment } from '#src/enrolment/enrolment-provider.tsx'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { ToastArea } from '#src/toasts/toast-area.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Skeleton } from '#src/ui/progress/skeleton.tsx'
import type { MomentChoicesProps } from './moment-choices.tsx'

/** As the module's dialog: fetched when it is wanted, or a little before. */
const MomentChoices = lazyRouteComponent(() => import('./moment-choices.tsx'), 'MomentChoices')

/** Which modules can be taken at a moment, and which are: enrolling and leaving happen here. */
export const MomentDialog = (props: MomentChoicesProps) => (
  <Dialog title={`Modules voor toetsmoment ${momentLabel(props.testmoment, props.now)}`} onClose={props.onClose}>
    <ConnectionNotice />
    <Suspense fallback={<Skeleton lines={4} />}>
      <MomentChoices {...props} />
    </Suspense>
    <ToastArea />
  </Dialog>
)

/** Fetches what the dialog needs as soon as the screen has nothing better to do, so that it opens at once. */
export function useReadyMomentDialog(): void {
  const loadEnrolment = useLoadEnrolment()
  useEffect(() => {
    const fetchAhead = () => Promise.all([MomentChoices.preload?.(), loadEnrolment()]).catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1_000)
    return () => clearTimeout(timer)
  }, [loadEnrolment])
}
