import type { Engine } from '#tests/harness/places.ts'
import { percentile, sum } from '#tests/harness/statistics.ts'
import { atMost, inSeconds } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import type { Call, StormJournal } from './journal.ts'
import { verdictInWords } from './judge-storm.ts'
import type { StormOutcome } from './storm.ts'
import type { StormSize } from './storm-size.ts'

const P99_GOAL_MS = 500
const SETTLED_GOAL_MS = 60_000
const CALLS: readonly Call[] = ['refresh', 'moments', 'modules', 'enrollment', 'login']

/** Rows of an opening storm. */
export function stormRows(engine: Engine, { students, seconds }: StormSize, outcome: StormOutcome): BenchRow[] {
  const { journal } = outcome
  return [
    ...CALLS.filter((call) => journal.times[call].length > 0).map((call) => callRow(engine, call, journal)),
    settledRow(`opening storm on ${engine}: ${students} students in ${seconds} s`, outcome),
    errorsRow(engine, outcome),
    journalRow(engine, outcome),
    pushesRow(engine, outcome),
  ]
}

/** With how late the sender itself was, so that a slow one is not blamed on the server. */
function callRow(engine: Engine, call: Call, { times, lateness }: StormJournal): BenchRow {
  const isHashing = call === 'login'
  const p99 = percentile(times[call], 0.99)
  return {
    what: `storm on ${engine}: ${call}, from when it was due`,
    measured: inWords(times[call]),
    reference: `sender late: ${inWords(lateness)}`,
    figure: `p99 ${Math.round(p99)} ms`,
    goal: isHashing ? '–' : `p99 < ${P99_GOAL_MS} ms`,
    reached: isHashing || p99 < P99_GOAL_MS,
  }
}

const settledRow = (what: string, { journal: { settledAfter }, processorTime }: StormOutcome): BenchRow => ({
  what,
  measured: `until the last student had all they came for; API ${processorTime.toFixed(1)} s CPU`,
  reference: '–',
  ...atMost(settledAfter, SETTLED_GOAL_MS, inSeconds),
})

function errorsRow(engine: Engine, { journal, unexpected }: StormOutcome): BenchRow {
  const answers = sum(Object.values(journal.times), ({ length }) => length)
  const errors = [...journal.errors].map(([what, times]) => `${times} × ${what}`)
  const count = sum(journal.errors.values(), (times) => times) + unexpected.length
  return {
    what: `storm on ${engine}: what they heard`,
    measured: [`${answers} answers, ${journal.sentAway} × 503 + Retry-After`, ...errors, ...unexpected].join('; '),
    reference: '–',
    figure: `${count} errors`,
    goal: '0',
    reached: count === 0,
  }
}

function journalRow(engine: Engine, { journal, verdict }: StormOutcome): BenchRow {
  const students = [...journal.students.values()]
  const acknowledgedCount = sum(students, ({ acknowledged }) => acknowledged.length)
  const refused = sum(students, (student) => student.refused)
  return {
    what: `storm on ${engine}: students' journals against the database`,
    measured: `${acknowledgedCount} enrollments acknowledged, ${refused} second ones refused`,
    reference: '–',
    figure: verdictInWords(verdict),
    goal: '0 of each',
    reached: Object.values(verdict).every((times) => times === 0),
  }
}

function pushesRow(engine: Engine, { pushed }: StormOutcome): BenchRow {
  const { outcomes, taken, p99 } = pushed
  const sent = outcomes.get('sent') ?? 0
  // Students who enrolled before their turn came are no longer notified.
  const asMeant = [...outcomes.keys()].every((outcome) => outcome === 'sent' || outcome === 'unneeded')
  return {
    what: `storm on ${engine}: pushes of the opening`,
    measured: `${[...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')}; 99 % after ${(p99 / 1_000).toFixed(1)} s`,
    reference: '–',
    figure: `${taken} taken`,
    goal: `${sent}, each once`,
    reached: asMeant && taken === sent,
  }
}

function inWords(times: readonly number[]): string {
  if (times.length === 0) return '–'
  const at = (share: number) => Math.round(percentile(times, share))
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${Math.round(times.reduce((most, time) => Math.max(most, time), 0))} ms`
}
