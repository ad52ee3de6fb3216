import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { instantLabel, untilLabel } from '#domain/calendar/date-labels.ts'
import { canBeChosen, leavingClosesAt, type UnenrollmentRefusal } from '#domain/enrollments/enrollment.rules.ts'
import type { KnownModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { unansweredLabel } from '#domain/enrollments/enrollment-status.texts.ts'
import { chairLabel } from '#domain/rooms/chair.texts.ts'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { ComingTest } from './modules-overview.ts'
import { ModuleNames, MomentLink, MomentRow, Tile } from './moment-row.tsx'
import styles from './now.module.css'

interface NextTestProps {
  /** null if no test is coming */
  test: ComingTest | null
  statuses: readonly KnownModuleStatus[]
  now: number
  children: ReactNode
}

/** The student's next test, with the route and the way to change it; below it, changes that the server has not answered yet. */
export function NextTest({ test, statuses, now, children }: NextTestProps) {
  const unanswered = statuses.flatMap(({ module, unanswered }) => (unanswered ? [{ module, unanswered }] : []))
  return (
    <Card>
      <h2 data-layout="row 0 x3 baseline between">
        Je volgende toets
        {test && (
          <span data-text="figures base success" data-relative>
            {` ${untilLabel(test.testmoment, now)}`}
          </span>
        )}
      </h2>
      {test && <Coming test={test} now={now} />}
      {!test && unanswered.length === 0 && (
        <div className={styles.next}>
          <span className={styles.blank} />
          <p>Je bent nu nergens voor ingeschreven.</p>
        </div>
      )}
      {unanswered.length > 0 && (
        <ul className={styles.rows}>
          {unanswered.map(({ module, unanswered: { testmoment } }) => (
            <MomentRow key={module.id} moment={testmoment} state="closed" modules={[module]} now={now}>
              <StatusLine tone="warning" icon="clock">
                {unansweredLabel}
              </StatusLine>
            </MomentRow>
          ))}
        </ul>
      )}
      <Suspense>{children}</Suspense>
    </Card>
  )
}

/** Buttons for files and maps load later, and nothing waits for them. */
const NextTestActions = lazyRouteComponent(() => import('#src/parts/test-actions.tsx'), 'NextTestActions')

function Coming({ test, now }: { test: ComingTest; now: number }) {
  const { testmoment, modules, leaving } = test
  const id = useId()
  const chair = test.enrollments[0]?.chair
  const closing = leavingClosesAt(testmoment, now)
  const canChange = leaving.allowed || canBeChosen(testmoment, now)
  const actions = { moment: testmoment, enrollments: test.enrollments, now }
  return (
    <>
      <DoorCode test={test} now={now} />
      <div className={styles.next}>
        <Tile id={`${id}-when`} moment={testmoment} state="own" now={now} />
        <div data-layout="stack top shrinks">
          <p id={`${id}-what`} data-text="large tight">
            <ModuleNames modules={modules} />
          </p>
          {chair && (
            <p data-text="huge strong tight" translate="no">
              {chairLabel(chair)}
            </p>
          )}
          <p className={styles.where}>
            <TimeAndPlace moment={testmoment} weekAt={now} />
          </p>
          <div className={styles.facts} data-closes={testmoment.enrollments_close_at !== null}>
            <StatusLine tone="success" icon="enrolled">
              Ingeschreven
              <span data-text="muted" data-relative>
                {!leaving.allowed
                  ? `, ${stayTexts[leaving.refusal]}`
                  : closing && `, uitschrijven kan tot ${instantLabel(closing, now)}`}
              </span>
            </StatusLine>
          </div>
        </div>
      </div>
      <div className={styles.actions}>
        <MomentLink momentId={testmoment.id} labelledBy={`${id}-open ${id}-when ${id}-what`}>
          <span id={`${id}-open`}>{canChange ? 'Wijzigen' : 'Bekijken'}</span>
        </MomentLink>
        <Suspense>
          <NextTestActions {...actions} />
        </Suspense>
      </div>
    </>
  )
}

const DoorCodeDialog = lazyRouteComponent(() => import('#src/parts/door-code-dialog.tsx'), 'DoorCodeDialog')

/**
 * Button for the code by which the student is ticked at the door, from the morning of the test. In the first file: what loads
 * later would push all that stands below it.
 */
function DoorCode({ test, now }: { test: ComingTest; now: number }) {
  const [isOpen, setOpen] = useState(false)
  const [enrollment] = test.enrollments
  const code = enrollment?.code
  if (!code || now < startOfDay(test.testmoment.date)) return null
  return (
    <div data-layout="grid" data-pad="y2">
      <Button icon="device" tone="primary" onClick={() => setOpen(true)}>
        Toon je code
      </Button>
      <Suspense>
        {isOpen && <DoorCodeDialog enrollment={enrollment} code={code} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}

const stayTexts = {
  'testmoment-past': 'dit toetsmoment is al geweest',
  'test-recorded': 'uitschrijven kan niet: je uitslag of aanwezigheid is genoteerd',
  'enrollments-closed': 'nu gesloten',
} satisfies Record<UnenrollmentRefusal, string>
