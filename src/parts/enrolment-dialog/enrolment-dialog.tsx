import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useLoadEnrolment } from '#src/enrolment/enrolment-provider.tsx'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { ToastArea } from '#src/toasts/toast-area.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Skeleton } from '#src/ui/progress/skeleton.tsx'
import styles from './enrolment-dialog.module.css'
import type { ModuleChoicesProps } from './module-choices.tsx'

/** Not part of the first screen's code. When a release has replaced the file meanwhile, the page is loaded anew. */
const ModuleChoices = lazyRouteComponent(() => import('./module-choices.tsx'), 'ModuleChoices')

/** At which moments a module can be taken, and by which it is: enrolling and leaving happen here. */
export const EnrolmentDialog = (props: ModuleChoicesProps) => (
  <Dialog title={`Mogelijke toetsmomenten voor module ${props.status.module.name}`} onClose={props.onClose}>
    <ConnectionNotice />
    <div className={styles.content}>
      <p className={styles.description}>{props.status.module.description}</p>
      <Suspense fallback={<Skeleton lines={4} />}>
        <ModuleChoices {...props} />
      </Suspense>
    </div>
    <ToastArea />
  </Dialog>
)

/** Fetches what the dialog needs as soon as the screen has nothing better to do, so that it opens at once. */
export function useReadyDialog(): void {
  const loadEnrolment = useLoadEnrolment()
  useEffect(() => {
    const fetchAhead = () => Promise.all([ModuleChoices.preload?.(), loadEnrolment()]).catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1_000)
    return () => clearTimeout(timer)
  }, [loadEnrolment])
}
