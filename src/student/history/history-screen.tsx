import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listTakenTests } from '#contract/history.gen.ts'
import { groupBy } from '#domain/entities/groups.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import { type StudentLists, useStudentLists } from '#src/enrollment/student-lists.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import { ChairLine } from '#src/parts/enrollment-choice/chair-line.tsx'
import { ChoiceCard } from '#src/parts/enrollment-choice/choice-card.tsx'
import { enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { type EnrollmentOverview, loadEnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { TakenTestFacts } from '#src/parts/taken-test.tsx'
import { LED_BY_TILE, TiledName } from '#src/parts/tiled-name.tsx'
import { Fold } from '#src/ui/fold.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { chanceOf, testsToRetake } from './chances.ts'
import { chanceTexts, notOfferedText, passedText, historyTexts as texts } from './history.texts.ts'
import styles from './history-screen.module.css'

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

/** Waits for everything that enrolling needs: a block that came later would push the tests below it away. */
export function HistoryScreen({ user, history: { tests, overview } }: { user: User; history: StudentHistory }) {
  const lists = useStudentLists(overview?.lists)
  const { testmoments } = lists
  const now = useMomentClock(testmoments)
  useOpening(testmoments, now)
  const again = testsToRetake(tests)

  if (tests.length === 0) return <PageMessage title={texts.none}>{texts.whatComes}</PageMessage>
  const years = [...groupBy(tests, ({ schoolyear_name }) => schoolyear_name)]
  const listOf = (ofYear: readonly TakenTest[]) => (
    <ul className={styles.tests} data-layout="grid 3 start measured">
      {ofYear.map((test) => (
        <li key={test.id} data-text="breaks" data-box>
          <div className={`${LED_BY_TILE} ${styles.head}`} data-layout="stack 1 top">
            <h3 translate="no">{test.module_name}</h3>
            <p data-text="small muted">{test.module_description}</p>
            <p>
              <TiledName moment={test.testmoment} state="past" now={now} />
            </p>
            <ChairLine chair={test.chair} />
            <TakenTestFacts test={test} now={now} />
          </div>
          {overview && again.has(test.id) && <NextChance user={user} test={test} lists={lists} now={now} />}
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

/** Time (ms) after publication in which a result counts as new. */
const NEWS_MS = 14 * 86_400_000
/** Storage key for the id of the last test celebrated on this device; the id does not say who took it. */
const KEY = 'celebrated-test'

/** Celebrates the latest passed test: once per device, and together with the screen, so that nothing moves for it. */
function Passed({ tests, now }: { tests: readonly TakenTest[]; now: number }) {
  const [test] = useState(() => freshlyPassed(tests, now))
  useEffect(() => {
    if (test) localStorage.setItem(KEY, String(test.id))
  }, [test])
  if (!test) return null
  return (
    <section className={styles.passed} data-layout="row 4" data-box data-pad="3 x4">
      <Illustration name="celebrate" />
      <p data-text="large">{passedText(test.module_name)}</p>
    </section>
  )
}

/** The latest test passed lately, unless this device celebrated it. */
export function freshlyPassed(tests: readonly TakenTest[], now: number): TakenTest | null {
  const publishedAt = ({ published_at }: TakenTest) => Date.parse(published_at ?? '')
  const [newest] = tests
    .filter((test) => test.result?.outcome === 'passed' && now - publishedAt(test) < NEWS_MS)
    .toSorted((one, other) => publishedAt(other) - publishedAt(one))
  return newest && localStorage.getItem(KEY) !== String(newest.id) ? newest : null
}

interface NextChanceProps {
  user: User
  /** test that was failed or missed */
  test: TakenTest
  lists: AgreedLists
  now: number
}

/** Moments at which a test can be retaken, each with its button. */
function NextChance({ user, test, lists, now }: NextChanceProps) {
  const enrollment = useEnrollment(nothingToClose)
  const { statuses, testmoments, seats } = lists
  const status = statuses.find(({ module }) => module.id === test.module_id)
  if (!status)
    return (
      <p className={styles.chance} data-layout="stack 3">
        {notOfferedText(test.module_name)}
      </p>
    )

  const choices = enrollmentChoices(status, { statuses, testmoments, seats, now }).filter(
    ({ testmoment }) => testmoment.id !== test.testmoment_id,
  )
  const { kind, shown } = chanceOf(test, choices, now)
  const { module } = status
  return (
    <section className={styles.chance} data-layout="stack 3" aria-label={texts.newChance(module.name)}>
      <p>
        <strong>{chanceTexts[kind]}</strong>
      </p>
      {shown.length > 0 && (
        <ul data-layout="stack 3 measured">
          {shown.map((choice) => (
            <ChoiceCard
              key={choice.testmoment.id}
              choice={choice}
              user={user}
              module={module}
              enrollment={enrollment}
              now={now}
            />
          ))}
        </ul>
      )}
      {shown.length > 0 && choices.length > shown.length && (
        <Link
          to="/student/modules"
          search={{ module: module.id }}
          state={{ openedDialog: true }}
          className={styles.more}
          data-layout="inline 1 target"
          data-text="strong plain"
        >
          <span>{texts.allMoments(module.name)}</span>
          <Icon name="chevron" />
        </Link>
      )}
    </section>
  )
}

const nothingToClose = () => undefined
