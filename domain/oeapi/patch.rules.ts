import { graded, readResult } from '#domain/results/result.rules.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import type { SentResult } from './patch.schema.ts'

export type PatchFault =
  | 'empty'
  | 'result-empty'
  | 'score-unreadable'
  | 'score-out-of-range'
  | 'score-too-precise'
  | 'pass-contradicts-score'

/** Reads a sent result as teachers' are read: '7.5', or `pass` alone for one without a grade. */
export function readSentResult(sent: Pick<SentResult, 'pass' | 'score'>): ResultValue | PatchFault {
  const { score } = sent
  const pass = sent.pass === 'unknown' ? null : sent.pass
  if (typeof score !== 'string') return pass ? { outcome: pass, grade: null } : 'result-empty'
  const reading = readResult(score)
  if (!reading.read) {
    if (reading.fault === 'grade-out-of-range') return 'score-out-of-range'
    return reading.fault === 'grade-too-precise' ? 'score-too-precise' : 'score-unreadable'
  }
  // An empty text, or a word: pass says that.
  if (reading.value === null || reading.value.grade === null) return 'score-unreadable'
  const value = graded(reading.value.grade)
  return pass && pass !== value.outcome ? 'pass-contradicts-score' : value
}
