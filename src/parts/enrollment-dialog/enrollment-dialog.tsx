import { Suspense } from 'react'
import { ConnectionNotice } from '#src/offline/connection-notice.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import styles from './enrollment-dialog.module.css'
import { ModuleChoices, type ModuleChoicesProps } from './module-choices.tsx'

/** At which moments a module can be taken, and by which it is: enrolling and leaving happen here. */
export const EnrollmentDialog = (props: ModuleChoicesProps) => (
  <Dialog title={`Mogelijke toetsmomenten voor module ${props.status.module.name}`} onClose={props.onClose}>
    <ConnectionNotice />
    <div className={styles.content}>
      <p className={styles.description}>{props.status.module.description}</p>
      <Suspense fallback={<Skeleton lines={4} />}>
        <ModuleChoices {...props} />
      </Suspense>
    </div>
  </Dialog>
)
