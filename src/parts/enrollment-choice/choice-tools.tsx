import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { ShareButton } from '../share-button.tsx'
import { TestActions } from '../test-actions.tsx'
import styles from './choice-tools.module.css'

interface ChoiceToolsProps {
  testmoment: Testmoment
  /** calendar links of the student's enrollments there; without any, the moment can still be shared */
  calendars: readonly Link[]
  now: number
}

export const ChoiceTools = ({ testmoment, calendars, now }: ChoiceToolsProps) => (
  <div className={styles.tools} data-layout="row 0 x1 stretch">
    <ShareButton
      title={`Toetsmoment ${whenAndWhereLabel(testmoment, now)}`}
      path={`/student/testmoments?moment=${testmoment.id}`}
    />
    {/* Comes and goes with an enrollment, so it is last. */}
    <TestActions moment={testmoment} calendars={calendars} tone="quiet" now={now} />
  </div>
)
