import { listTakenTests } from '#contract/history.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type StudentLists, useStudentLists } from '#src/enrollment/student-lists.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { ChairLine } from '#src/parts/enrollment-choice/chair-line.tsx'
import { type EnrollmentOverview, loadEnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { TakenTestFacts } from '#src/parts/taken-test.tsx'
import { LED_BY_TILE, TiledName } from '#src/parts/tiled-name.tsx'
import { Fold } from '#src/ui/fold.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { testsToRetake } from './chances.ts'
import { historyTexts as texts } from './history.texts.ts'
import styles from './history-screen.module.css'
import { NextChance } from './next-chance.tsx'
import { Passed } from './passed.tsx'

export interface StudentHistory {
  /** latest first */
  tests: readonly TakenTest[]
  /** null if there is no test to retake */
  overview: EnrollmentOverview | null
}

interface Context {
  api: Api
  user: User
  lists: StudentLists | null
}

export async function loadHistory({ api, user, lists }: Context): Promise<StudentHistory> {
  const { history } = user._links
  // A device may have stored its student before this link existed; the server's answer adds it.
  if (!history) return { tests: [], overview: null }
  const { entities } = await api.follow(listTakenTests, history)
  const overview = testsToRetake(entities).size > 0 ? await loadEnrollmentOverview({ api, user, lists }) : null
  return { tests: entities, overview }
}

interface HistoryScreenProps {
  api: Api
  user: User
  history: StudentHistory
}

/** Waits for everything that enrolling needs: a block that came later would push the tests below it away. */
export function HistoryScreen({ api, user, history: { tests, overview } }: HistoryScreenProps) {
  const lists = useStudentLists(overview?.lists)
  const { testmoments } = lists
  const now = useMomentClock(testmoments)
  useOpening(testmoments, now)
  const again = testsToRetake(tests)

  if (tests.length === 0) return <PageMessage title={texts.none}>{texts.whatComes}</PageMessage>
  const years = [...Map.groupBy(tests, ({ schoolyear_name }) => schoolyear_name)]
  const listOf = (ofYear: readonly TakenTest[]) => (
    <ul className={styles.tests} data-layout="grid 3 start measured">
      {ofYear.map((test) => (
        <li key={test.id} data-text="breaks" data-box>
          <div className={`${LED_BY_TILE} ${styles.head}`} data-layout="stack 1 top">
            <h3>{test.module_name}</h3>
            <p data-text="small muted">{test.module_description}</p>
            <p>
              <TiledName moment={test.testmoment} state="past" now={now} />
            </p>
            <ChairLine chair={test.chair} />
            <TakenTestFacts test={test} now={now} />
          </div>
          {overview && again.has(test.id) && <NextChance api={api} user={user} test={test} lists={lists} now={now} />}
        </li>
      ))}
    </ul>
  )
  // A past year with no test to retake is folded to one line.
  return (
    <div data-layout="stack 6">
      <Passed tests={tests} now={now} />
      {years.map(([year, ofYear], index) =>
        index === 0 || ofYear.some(({ id }) => again.has(id)) ? (
          <section key={year} data-layout="stack 3">
            <h2>{year}</h2>
            {listOf(ofYear)}
          </section>
        ) : (
          <Fold key={year} title={`${year} (${ofYear.length})`} isOpen={false}>
            {listOf(ofYear)}
          </Fold>
        ),
      )}
    </div>
  )
}

const CARDS = ['a', 'b', 'c']

/** Skeleton of this screen. */
export const HistorySkeleton = () => (
  <div data-layout="stack 6">
    <VisuallyHidden>{texts.loading}</VisuallyHidden>
    <SlowNotice />
    <div className={styles.tests} data-layout="grid 3 start measured">
      {CARDS.map((key) => (
        <div key={key} data-text="breaks" data-box>
          <div className={`${LED_BY_TILE} ${styles.head}`} data-layout="stack 1 top">
            <Skeleton width="8ch" />
            <Skeleton width="20ch" />
            <Skeleton width="14ch" lines={1.4} />
          </div>
        </div>
      ))}
    </div>
  </div>
)
