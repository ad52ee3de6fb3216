import { startOfDay } from '#domain/calendar/amsterdam.ts'
import type { ResultOutcome, ResultValue } from './result.schema.ts'

/** Most cells per request: what a teacher pastes at once; a grid of three thousand takes a few requests. */
export const MOST_RESULTS_AT_ONCE = 1_000

/** Whether results may be entered: from the first test day on (`now` in ms). */
export const mayEnterResults = ({ date }: { date: string }, now: number): boolean => now >= startOfDay(date)

/** Grades are in tenths: 5,5 passes. */
const PASS = 55
const LOWEST = 10
const HIGHEST = 100

const outcomeOf = (grade: number): ResultOutcome => (grade >= PASS ? 'passed' : 'failed')

export const graded = (grade: number): ResultValue => ({ outcome: outcomeOf(grade), grade })

/** Value with the outcome that follows from its grade, if it has one. */
export const derivedResult = ({ outcome, grade }: ResultValue): ResultValue =>
  grade === null ? { outcome, grade } : graded(grade)

export const isSameResult = (one: ResultValue | null, other: ResultValue | null): boolean =>
  one?.outcome === other?.outcome && one?.grade === other?.grade

interface HeldResult {
  draft: ResultValue | null
  published: ResultValue | null
  /** system of the school that sent the draft; null for a person's */
  sender: number | null
}

/**
 * Whether a system may write this result (null: take it back): not over a published one, nor over what a person entered, also
 * where it is equal, or the value could be guessed. Its own value may come again.
 */
export function mayReceiveResult(
  { draft, published, sender }: HeldResult,
  connection: number,
  result: ResultValue | null,
): boolean {
  if (published !== null) return sender === connection && isSameResult(result, draft)
  return draft === null || sender !== null
}

/**
 * Effect of a changed result on the completion of its module: a pass completes it; losing the pass lifts that, which callers do
 * only if no other result passes. Null means no result.
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
  // '7,00' is a seven; '5,555' must not be rounded here.
  if (/[1-9]/.test(decimals.slice(1))) return { read: false, fault: 'grade-too-precise' }
  const grade = Number(whole) * 10 + Number(decimals[0] ?? '0')
  if (grade < LOWEST || grade > HIGHEST) return { read: false, fault: 'grade-out-of-range' }
  return { read: true, value: graded(grade) }
}

/** Fewest students in a figure; over fewer it would reveal one student's result. */
export const FEWEST_COUNTED = 5

/** The figure over this many students, or null if it would reveal one student's result. */
export const figureOver = <Figure>(students: number, figure: Figure): Figure | null =>
  students < FEWEST_COUNTED ? null : figure

/** `testmoment-recorded`: it can't be deleted; `completion-by-result`: the student can't undo it; `nothing-to-publish`. */
export const resultRefusals = [
  'results-not-yet',
  'nothing-to-publish',
  'testmoment-recorded',
  'completion-by-result',
] as const
export type ResultRefusal = (typeof resultRefusals)[number]
