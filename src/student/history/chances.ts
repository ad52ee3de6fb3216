import type { TakenTest } from '#domain/results/result.schema.ts'
import { isCurrent, isOpen, opensAt } from '#domain/testmoments/testmoment.rules.ts'
import { type EnrollmentChoice, offeredWish } from '#src/parts/enrollment-choice/enrollment-choices.ts'

/**
 * Ids of the tests to retake: for each module that is not completed, the latest test where that was failed, or missed
 * and has no result. The tests come the latest first.
 */
export function testsToRetake(tests: readonly TakenTest[]): ReadonlySet<number> {
  const latest = [...Map.groupBy(tests, ({ module_id }) => module_id).values()].flatMap(([first]) => first ?? [])
  const again = latest.filter(
    ({ is_completed, result, presence }) =>
      !is_completed && (result ? result.outcome === 'failed' : presence === 'absent'),
  )
  return new Set(again.map(({ id }) => id))
}

/**
 * - `not-over`: until then the student takes the module there, and nowhere else
 * - `taken`, `waiting`: they do so, or wait for a seat
 * - `open`, `full`: they could, or could wait
 * - `opening`: not yet; `closed`: not by themselves; `nothing`: at no moment that there is
 */
export type ChanceKind = 'not-over' | 'taken' | 'waiting' | 'open' | 'full' | 'opening' | 'closed' | 'nothing'

interface Chance {
  kind: ChanceKind
  /** choices that are shown with a button */
  shown: readonly EnrollmentChoice[]
}

/** So many are near enough to choose from here; the module's dialog has them all. */
const MOST_SHOWN = 3

/** The student's options for taking this test again, from the other moments with the module. */
export function chanceOf(test: TakenTest, choices: readonly EnrollmentChoice[], now: number): Chance {
  const chance = (kind: ChanceKind, shown: readonly EnrollmentChoice[]) => ({
    kind,
    shown: shown.slice(0, MOST_SHOWN),
  })
  if (isCurrent(test.testmoment, now)) return chance('not-over', [])
  const taken = choices.filter((choice) => choice.enrollment)
  if (taken.length > 0) return chance('taken', taken)
  const offered = choices.filter((choice) => offeredWish(choice))
  if (choices.some((choice) => !choice.enrollment && choice.entry)) return chance('waiting', offered)
  if (offered.length > 0) return chance(offered.some(({ verdict }) => verdict.allowed) ? 'open' : 'full', offered)
  const opening = choices.filter(({ testmoment }) => !isOpen(testmoment, now) && opensAt(testmoment) !== null)
  if (opening.length > 0) return chance('opening', opening)
  return chance(choices.length > 0 ? 'closed' : 'nothing', choices)
}
