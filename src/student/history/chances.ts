import { canBeChosen, opensAt } from '#domain/enrollments/enrollment.rules.ts'
import { groupBy } from '#domain/entities/groups.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { type EnrollmentChoice, offeredWish } from '#src/parts/enrollment-choice/enrollment-choices.ts'

/**
 * Ids of the tests to retake: for each module that is not completed, its latest test if that was failed, or missed without a
 * result. Expects the latest tests first.
 */
export function testsToRetake(tests: readonly TakenTest[]): ReadonlySet<number> {
  const latest = [...groupBy(tests, ({ module_id }) => module_id).values()].flatMap(([first]) => first ?? [])
  const again = latest.filter(
    ({ is_completed, result, presence }) =>
      !is_completed && (result ? result.outcome === 'failed' : presence === 'absent'),
  )
  return new Set(again.map(({ id }) => id))
}

/**
 * Options of a student to retake a test:
 * - `not-over`: until this test's moment is over, the module is taken there
 * - `taken`, `waiting`: enrolled at another moment, or waiting for a seat; `open`, `full`: can do so
 * - `opening`: not yet; `closed`: not by themselves; `nothing`: no moment has the module
 */
export type ChanceKind = 'not-over' | 'taken' | 'waiting' | 'open' | 'full' | 'opening' | 'closed' | 'nothing'

interface Chance {
  kind: ChanceKind
  /** choices that have a button */
  shown: readonly EnrollmentChoice[]
}

/** Most moments shown here, the nearest ones; the module's dialog shows all. */
const MOST_SHOWN = 3

/** The student's options to retake this test at other moments with the module. */
export function chanceOf(test: TakenTest, choices: readonly EnrollmentChoice[], now: number): Chance {
  const chance = (kind: ChanceKind, shown: readonly EnrollmentChoice[]) => ({
    kind,
    shown: shown.slice(0, MOST_SHOWN),
  })
  if (isCurrent(test.testmoment, now)) return chance('not-over', [])
  const enrolled = choices.filter((choice) => choice.enrollment)
  if (enrolled.length > 0) return chance('taken', enrolled)
  const offered = choices.filter((choice) => offeredWish(choice))
  if (choices.some((choice) => !choice.enrollment && choice.entry)) return chance('waiting', offered)
  if (offered.length > 0) return chance(offered.some(({ verdict }) => verdict.allowed) ? 'open' : 'full', offered)
  const opening = choices.filter(({ testmoment }) => !canBeChosen(testmoment, now) && opensAt(testmoment) !== null)
  if (opening.length > 0) return chance('opening', opening)
  return chance(choices.length > 0 ? 'closed' : 'nothing', choices)
}
