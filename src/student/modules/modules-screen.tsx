import { type AsyncRouteComponent, lazyRouteComponent, useRouter } from '@tanstack/react-router'
import { memo, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import { type StudentLists, useStudentLists } from '#src/enrollment/student-lists.ts'
import {
  useCloseDialog,
  useOverUntilPainted,
  useReadyDialog,
  useStillBehind,
  useVisit,
} from '#src/parts/addressed-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { Card } from '#src/ui/card.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { useMilestone } from './milestone.ts'
import list from './module-list.module.css'
import { comingTests } from './modules-overview.ts'
import styles from './now.module.css'
import { OpenMoments } from './open-moments.tsx'
import { NextTest } from './own-tests.tsx'

/** Separate from the first screen's code. If a release has replaced the file, the page is reloaded. */
const EnrollmentDialog = lazyRouteComponent(() => import('./enrollment-dialog.tsx'), 'EnrollmentDialog')
const KeepNextTest = lazyRouteComponent(() => import('./keep-next-test.tsx'), 'KeepNextTest')
const GoneDialog = lazyRouteComponent(() => import('./gone-dialog.ts'), 'GoneDialog')
const Flight = lazyRouteComponent(() => import('./flight.ts'), 'Flight')
const News = lazyRouteComponent(() => import('./news.tsx'), 'News')
const Rest = lazyRouteComponent(() => import('./rest.tsx'), 'Rest')
const WaitingNotices = lazyRouteComponent(() => import('./waiting-notices.tsx'), 'WaitingNotices')

/** Preloads the code of the lower part while the lists load. */
export const fetchRest = (): void => void Rest.preload?.()

/** Waits for a part that most students do not have, so that nothing moves for them later. */
export async function readyFor({ lists }: EnrollmentOverview): Promise<void> {
  if (lists.known().seats?.outcomes.length) await WaitingNotices.preload?.()
}

interface MomentDialogProps extends Pick<AgreedLists, 'statuses' | 'seats'> {
  user: User
  testmoment: Testmoment
  lists: StudentLists
  now: number
  onClose: () => void
}

interface ModulesScreenProps {
  user: User
  overview: EnrollmentOverview
  openModuleId: number | undefined
  openMomentId: number | undefined
  /** dialog of the list of moments, opened here too */
  MomentDialog: AsyncRouteComponent<MomentDialogProps>
}

/** First screen of a student: their tests, what they can choose now, and what is new; then all modules not completed. */
export function ModulesScreen(props: ModulesScreenProps) {
  const { user, overview, openModuleId, openMomentId, MomentDialog } = props
  const { lists, hasActiveSchoolyear } = overview
  const currentLists = useStudentLists(lists)
  const { statuses, testmoments } = currentLists
  const close = useCloseDialog()
  useReadyDialog(EnrollmentDialog)
  useReadyDialog(MomentDialog)
  const now = useMomentClock(testmoments)
  const openedModule = statuses.find(({ module, is_completed }) => !is_completed && module.id === openModuleId)
  const openedMoment = testmoments.find(({ id }) => id === openMomentId)
  const gone =
    openMomentId !== undefined && !openedMoment ? 'testmoment' : openModuleId !== undefined && !openedModule && 'module'
  const isDialogOpen = openedModule !== undefined || openedMoment !== undefined
  const visit = useVisit(isDialogOpen)
  const current = useMemo(
    () => ({ known: currentLists, hasActiveSchoolyear, now, visit }),
    [currentLists, hasActiveSchoolyear, now, visit],
  )
  const isUnderDialog = useOverUntilPainted(isDialogOpen)
  const shown = useStillBehind(isUnderDialog, current)

  if (statuses.length === 0) {
    return <PageMessage title="Er zijn nog geen modules voor jou">{emptyListTexts.noModulesInDepartment}</PageMessage>
  }
  const dialog = { user, ...currentLists, lists, now, onClose: close }
  return (
    <>
      <Now user={user} lists={lists} {...shown} />
      <Suspense>
        {openedModule && <EnrollmentDialog {...dialog} status={openedModule} />}
        {openedMoment && <MomentDialog {...dialog} testmoment={openedMoment} />}
        {gone && <GoneDialog what={gone} close={close} />}
      </Suspense>
      {/* A separate boundary: otherwise a dialog beside it would wait for its code. */}
      <Suspense>{isUnderDialog && <Flight />}</Suspense>
    </>
  )
}

interface NowProps {
  user: User
  lists: StudentLists
  known: AgreedLists
  hasActiveSchoolyear: boolean
  visit: number
  now: number
}

/**
 * Next test, news, and what is left to choose, above all modules not completed. News has a fixed place before anything of
 * variable length, even while there is none: so it is never below the fold, and nothing moves.
 */
const Now = memo(function Now({ user, lists, known, hasActiveSchoolyear, visit, now }: NowProps) {
  const { statuses, testmoments, seats } = known
  const ahead = statuses.filter(({ is_completed }) => !is_completed)
  const [next = null] = comingTests(ahead, now)
  const { milestone, isFresh } = useMilestone(user.id, ahead, now)
  const nextPlace = useRef<HTMLDivElement>(null)
  const isSure = ahead.every(({ unanswered }) => !unanswered)
  const showsRest = useShowsRest()
  const notices = { lists, next, now }
  return (
    <>
      <Suspense>{seats && <WaitingNotices ahead={ahead} {...notices} />}</Suspense>
      <div className={styles.now} data-room="wide">
        <div data-area="next" ref={nextPlace}>
          {!hasActiveSchoolyear ? (
            <PageMessage title={emptyListTexts.noActiveSchoolyear}>{emptyListTexts.untilActive}</PageMessage>
          ) : milestone === 'completed' && !next ? (
            <PageMessage picture={isFresh ? 'celebrate' : 'done'} title="Je hebt al je modules afgerond" />
          ) : (
            <NextTest test={next} statuses={ahead} now={now}>
              {seats && <WaitingNotices ahead={ahead} inNext {...notices} />}
            </NextTest>
          )}
        </div>
        <div data-area="news">
          <Suspense fallback={<NewsShape />}>
            <News user={user} now={now} />
            <KeepNextTest place={nextPlace} user={user} test={isSure ? next : null} now={now} />
          </Suspense>
        </div>
        {hasActiveSchoolyear && milestone !== 'completed' && (
          <div data-area="open">
            <OpenMoments
              statuses={ahead}
              testmoments={testmoments}
              seats={seats}
              visit={visit}
              now={now}
              nothing={milestone === 'enrolled' && <AllTaken isFresh={isFresh} />}
            />
          </div>
        )}
        <Suspense fallback={<RestShape />}>
          {showsRest ? (
            <Rest
              statuses={ahead}
              completed={statuses.length - ahead.length}
              testmoments={testmoments}
              seats={seats}
              {...notices}
            />
          ) : (
            <RestShape />
          )}
        </Suspense>
      </div>
    </>
  )
})

/**
 * On the app's first screen, content below the fold is rendered after the content above it. A screen that the user returns to
 * is complete at once, or it would be too short for its scroll position.
 */
function useShowsRest(): boolean {
  const router = useRouter()
  const [isFirst] = useState(() => router.state.resolvedLocation === undefined)
  return useDeferredValue(true, !isFirst)
}

const AllTaken = ({ isFresh }: { isFresh: boolean }) => (
  <div className={styles.allTaken} data-fresh={isFresh}>
    <Illustration name={isFresh ? 'celebrate' : 'done'} />
    <p>Niets meer: je bent voor al je modules ingeschreven.</p>
  </div>
)

/** Skeleton as high as the news that replaces it. */
const NewsShape = () => <div className={styles.news} />

const ROWS = ['a', 'b']
const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

const RestShape = () => (
  <div data-area="modules">
    <section data-layout="grid 3 top">
      <h2>Jouw modules</h2>
      <div className={list.grid}>
        {CARDS.map((card) => (
          <Card key={card}>
            <Skeleton width="16ch" />
            <Skeleton width="60%" />
          </Card>
        ))}
      </div>
    </section>
  </div>
)

export const ModulesSkeleton = () => (
  <>
    <VisuallyHidden>Je modules worden geladen…</VisuallyHidden>
    <div className={styles.now} data-room="wide">
      <div data-area="next" data-shape>
        <Card>
          <h2>Je volgende toets</h2>
          <div className={styles.next}>
            <span className={styles.tileShape} />
            <div data-layout="stack top shrinks">
              <Skeleton width="16ch" lines={1.25} />
              <Skeleton width="20ch" />
              <Skeleton width="12ch" />
            </div>
          </div>
          <div className={styles.actions}>
            <Skeleton />
            <Skeleton />
          </div>
        </Card>
      </div>
      <div data-area="news">
        <NewsShape />
      </div>
      <div data-area="open">
        <Card>
          <h2>Nu te kiezen</h2>
          <ul className={styles.rows}>
            {ROWS.map((row) => (
              <li key={row} className={styles.row}>
                <span className={styles.tileShape} />
                <div data-layout="stack top shrinks">
                  <Skeleton width="14ch" />
                  <Skeleton width="20ch" />
                  <Skeleton width="12ch" />
                </div>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <RestShape />
    </div>
  </>
)
