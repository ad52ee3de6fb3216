import { startOfDay } from '#domain/calendar/amsterdam.ts'
import type { ResultOutcome, ResultValue } from './result.schema.ts'

/** Cells that one request may write: what a teacher pastes at once, for a grid of three thousand comes in a few. */
export const MOST_RESULTS_AT_ONCE = 1_000

/** Results are typed from the first test day on (`now` in ms). */
export const mayEnterResults = ({ date }: { date: string }, now: number): boolean => now >= startOfDay(date)

/** In tenths, as all grades here: 5,5 passes. */
const PASS = 55
const LOWEST = 10
const HIGHEST = 100

const outcomeOf = (grade: number): ResultOutcome => (grade >= PASS ? 'passed' : 'failed')

export const graded = (grade: number): ResultValue => ({ outcome: outcomeOf(grade), grade })

/** A value whose two halves agree: with a grade, passed is derived. */
export const derivedResult = ({ outcome, grade }: ResultValue): ResultValue =>
  grade === null ? { outcome, grade } : graded(grade)

export const isSameResult = (one: ResultValue | null, other: ResultValue | null): boolean =>
  one?.outcome === other?.outcome && one?.grade === other?.grade

/**
 * Effect of a changed result on the completion of its module: a pass completes it; a pass that is lost lifts it, unless
 * another result passes. Null is no result.
 */
export type CompletionEffect = 'completes' | 'lifts' | 'none'

export function completionEffect(from: ResultValue | null, to: ResultValue | null): CompletionEffect {
  const [passed, passes] = [from?.outcome === 'passed', to?.outcome === 'passed']
  if (passed === passes) return 'none'
  return passes ? 'completes' : 'lifts'
}

export type ResultFault = 'grade-unreadable' | 'grade-out-of-range' | 'grade-too-precise'

export type ResultReading = { read: true; value: ResultValue | null } | { read: false; fault: ResultFault }

const words: Readonly<Record<string, ResultOutcome>> = {
  v: 'passed',
  vold: 'passed',
  voldoende: 'passed',
  geslaagd: 'passed',
  behaald: 'passed',
  o: 'failed',
  onv: 'failed',
  onvoldoende: 'failed',
  gezakt: 'failed',
  'niet geslaagd': 'failed',
  'niet behaald': 'failed',
}

/** Reads a result that was typed, pasted or imported: 'V', 'onvoldoende', '7', '5,5', '5.5'; an empty text clears. */
export function readResult(typed: string): ResultReading {
  const text = typed.trim().toLowerCase().replace(/\.$/, '')
  if (text === '') return { read: true, value: null }
  const word = Object.hasOwn(words, text) ? words[text] : undefined
  if (word) return { read: true, value: { outcome: word, grade: null } }
  const [, whole, decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,9}))?$/.exec(text) ?? []
  if (whole === undefined) return { read: false, fault: 'grade-unreadable' }
  // '7,00' is a seven; '5,555' is not for us to round.
  if (/[1-9]/.test(decimals.slice(1))) return { read: false, fault: 'grade-too-precise' }
  const grade = Number(whole) * 10 + Number(decimals[0] ?? '0')
  if (grade < LOWEST || grade > HIGHEST) return { read: false, fault: 'grade-out-of-range' }
  return { read: true, value: graded(grade) }
}

/** Figures over fewer students than this would reveal one student's result. */
export const FEWEST_COUNTED = 5

/** A figure over so many students, or null where it would reveal one student's result. */
export const figureOver = <Figure>(students: number, figure: Figure): Figure | null =>
  students < FEWEST_COUNTED ? null : figure

/**
 * `testmoment-recorded`: it can't be deleted; `completion-by-result`: not for the student to take back; `nothing-to-publish`.
 */
export const resultRefusals = [
  'results-not-yet',
  'nothing-to-publish',
  'testmoment-recorded',
  'completion-by-result',
] as const
export type ResultRefusal = (typeof resultRefusals)[number]
