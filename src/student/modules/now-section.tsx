import type { KnownModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import styles from './now-section.module.css'
import { OpenMoments } from './open-moments.tsx'
import { OwnEnrollments } from './own-enrollments.tsx'

interface NowSectionProps {
  statuses: readonly KnownModuleStatus[]
  testmoments: readonly Testmoment[]
  now: number
}

/** What a student came for: where they stand, and what can be done now. */
export const NowSection = (props: NowSectionProps) => (
  <div className={styles.now}>
    <OwnEnrollments {...props} />
    <OpenMoments {...props} />
  </div>
)
