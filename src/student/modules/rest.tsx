import { type ReactNode, Suspense } from 'react'
import { canBeLeft } from '#domain/enrollments/enrollment.rules.ts'
import { leftUntilText } from '#domain/enrollments/enrollment-status.texts.ts'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { ModuleList, type ModuleListProps } from './module-list.tsx'
import type { ComingTest } from './modules-overview.ts'
import { MomentRow } from './moment-row.tsx'
import styles from './now.module.css'

interface RestProps extends ModuleListProps {
  /** tests after the next one */
  further: readonly ComingTest[]
  /** number of completed modules */
  completed: number
  /** content that suspends */
  children: ReactNode
}

/** Lower part of a student's first screen: appears after the upper part, all at once. */
export const Rest = ({ further, completed, children, ...modules }: RestProps) => (
  <>
    <div data-area="rest">
      {further.length > 0 && <FurtherTests tests={further} now={modules.now} />}
      <Suspense>{children}</Suspense>
    </div>
    <div data-area="modules">
      <ModuleList {...modules} />
      {modules.statuses.length > 0 && <CompletedNote count={completed} />}
    </div>
  </>
)

/** Tests after the next one. */
const FurtherTests = ({ tests, now }: { tests: readonly ComingTest[]; now: number }) => (
  <Card>
    <h2>Daarna</h2>
    <ul className={styles.rows}>
      {tests.map(({ testmoment, modules }) => (
        <MomentRow key={testmoment.id} moment={testmoment} state="own" modules={modules} now={now}>
          <StatusLine tone="success" icon="enrolled">
            Ingeschreven
            <span data-text="muted">
              {canBeLeft(testmoment, now) ? `, te wijzigen ${leftUntilText(testmoment, now)}` : ', nu niet te wijzigen'}
            </span>
          </StatusLine>
        </MomentRow>
      ))}
    </ul>
  </Card>
)

/** Says that completed modules are not listed. */
const CompletedNote = ({ count }: { count: number }) =>
  count > 0 && (
    <StatusLine tone="neutral" icon="check">
      Je hebt {count} {count === 1 ? 'module' : 'modules'} afgerond. Afgeronde modules staan niet in dit overzicht.
    </StatusLine>
  )
