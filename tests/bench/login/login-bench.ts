import { rateRow } from '../enroll/comparison-rows.ts'
import { comparisonOf, ROUNDS } from '../enroll/rounds.ts'
import type { BenchRow } from '../result-table.ts'
import { bareVerifications } from './bare-hashing.ts'
import { type LoginSubject, startLoginSubject } from './login-subject.ts'
import { type Overload, overload, TIMES } from './overload.ts'
import { readingRow } from './reading-row.ts'

/** As many as Moodle was measured with. */
const CONNECTIONS = 32
const SECONDS = 1.2
const SECONDS_BARE = 0.8

/** `npm run bench login`: logging in beside bare hashing, what it does to others, and what happens when too many come. */
export async function benchLogin(): Promise<BenchRow[]> {
  const subject = await startLoginSubject()
  try {
    await subject.logIn(CONNECTIONS, SECONDS)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(subject))
    const rate = comparisonOf(rounds.map(({ peak, bare }) => ({ measured: peak, reference: bare })))
    const goodput = comparisonOf(rounds.map(({ peak, crowd }) => ({ measured: crowd.goodput, reference: peak })))
    return [
      rateRow(`logins, ${CONNECTIONS} connections, SQLite`, rate, 'bare argon2id, 2 at a time', 0.7),
      rateRow(`logins let in when ${TIMES} × as many come`, goodput, 'when no more come', 0.8),
      crowdRow(rounds),
      await readingRow(subject, CONNECTIONS),
    ]
  } finally {
    await subject.stop()
  }
}

interface Round {
  /** a second */
  bare: number
  peak: number
  crowd: Overload
}

async function measureRound(subject: LoginSubject): Promise<Round> {
  const bare = await bareVerifications(subject.passwordHash, subject.password, SECONDS_BARE)
  const peak = await subject.logIn(CONNECTIONS, SECONDS)
  return { bare, peak, crowd: await overload(subject, peak) }
}

function crowdRow(rounds: readonly Round[]): BenchRow {
  const sum = (name: 'letIn' | 'sentAway' | 'others') => rounds.reduce((total, { crowd }) => total + crowd[name], 0)
  return {
    what: 'what all those hear',
    measured: `${sum('letIn')} × 200, ${sum('sentAway')} × 503 + Retry-After`,
    reference: '–',
    figure: `${sum('others')} others`,
    goal: '0, and some 503',
    reached: sum('others') === 0 && sum('sentAway') > 0,
  }
}
