import { percentile, sum } from '#tests/harness/statistics.ts'
import { atMost } from '../comparison.ts'
import { markdownTable } from '../performance-page.ts'
import type { BenchRow } from '../result-table.ts'
import type { StormJournal } from '../storm/journal.ts'
import type { Verdict } from '../storm/judge-storm.ts'
import { KINDS, type Kind, type Loops } from './closed-loops.ts'
import { type Costs, needsOf, one, SIZES, whole } from './model.ts'
import type { Spent } from './several-servers.ts'
import type { Commits } from './walls.ts'

const P99_GOAL_MS = 500

export interface Round {
  servers: number
  loops: Loops
  storm: {
    journal: StormJournal
    verdict: Verdict
    /** µs of the processor, each student */
    visit: Spent
    /** bytes of WAL, each student */
    wal: number
  }
}

export type Bytes = Record<'refresh' | 'moments' | 'modules' | 'one moment', { sent: number; received: number }>

/** Rows of the storm with each number of servers. */
export function scaleRows(rounds: readonly Round[], unexpected: readonly string[]): BenchRow[] {
  const [first] = rounds
  return [...rounds.map((round) => stormRow(round, first)), errorsRow(rounds, unexpected)]
}

function stormRow({ servers, storm }: Round, first: Round | undefined): BenchRow {
  const p99 = p99Of(storm)
  return {
    what: `storm through nginx and PgBouncer, ${servers} API server${servers > 1 ? 's' : ''}: all but passwords, from when it was due`,
    measured: `p99 ${whole(p99)} ms; µs CPU a student: ${costInWords(storm.visit)}`,
    reference:
      first && servers > 1
        ? `1 API server: p99 ${whole(p99Of(first.storm))} ms; ${costInWords(first.storm.visit)}`
        : '–',
    ...atMost(p99, P99_GOAL_MS, (ms) => `p99 ${whole(ms)} ms`),
  }
}

function errorsRow(rounds: readonly Round[], unexpected: readonly string[]): BenchRow {
  const wrong = new Map<string, number>()
  for (const { storm } of rounds)
    for (const [what, times] of [...storm.journal.errors, ...Object.entries(storm.verdict)])
      if (times > 0) wrong.set(what, (wrong.get(what) ?? 0) + times)
  const sentAway = sum(rounds, ({ storm }) => storm.journal.sentAway)
  const answers = sum(rounds, ({ storm }) => Object.values(storm.journal.times).flat().length)
  const said = [...wrong].map(([what, times]) => `${times} × ${what}`)
  return {
    what: 'these storms: what they heard, and their journals against the database',
    measured: [`${answers} answers, ${sentAway} × 503 + Retry-After`, ...said, ...unexpected].join('; '),
    reference: '–',
    figure: `${wrong.size + unexpected.length} kinds of errors`,
    goal: '0',
    reached: wrong.size + unexpected.length === 0,
  }
}

const p99Of = ({ journal }: Round['storm']): number => {
  const { login: _, ...times } = journal.times
  return percentile(Object.values(times).flat(), 0.99)
}

const costInWords = ({ nginx, api, pgbouncer, postgres }: Spent) =>
  `nginx ${whole(nginx)}, API ${whole(api)}, PgBouncer ${whole(pgbouncer)}, PostgreSQL ${whole(postgres)}`

/**
 * Table of what one more server adds: in processor time, which also holds on larger machines, and in requests on this
 * machine.
 */
export const serversTable = (rounds: readonly Round[]): string =>
  markdownTable(
    [
      ...['API servers', 'storm p99, ms', 'nginx', 'API', 'PgBouncer', 'PostgreSQL', 'WAL, bytes'],
      ...['refresh /s', 'modules /s', 'enrollments /s', 'into one moment', 'with seats', 'batch', 'ms'],
    ],
    rounds.map(({ servers, storm, loops }) => [
      whole(servers),
      whole(p99Of(storm)),
      ...costCells(storm.visit),
      whole(storm.wal),
      ...(['refresh', 'modules', 'spread', 'one moment', 'one moment with seats'] as const).map((kind) =>
        whole(loops[kind].perSecond),
      ),
      one(loops['one moment with seats'].batch.size),
      one(loops['one moment with seats'].batch.ms),
    ]),
  )

const NAMES: Record<Kind, string> = {
  refresh: '`POST /token/refresh`',
  moments: '`GET …/testmoments`',
  modules: '`GET …/module-statuses`',
  spread: '`POST /enrollment`, three moments',
  'one moment': '`POST /enrollment`, one moment',
  'one moment with seats': 'the same with seats, all fit',
}

/** Each kind of call by itself, with as many servers as were tried. */
export function callsTable(rounds: readonly Round[], bytes: Bytes): string {
  const last = rounds.at(-1)
  return markdownTable(
    ['call', '/s', 'p50, ms', 'p99, ms', 'nginx', 'API', 'PgBouncer', 'PostgreSQL', 'bytes asked', 'answered', 'WAL'],
    KINDS.flatMap((kind) => {
      const loop = last?.loops[kind]
      if (!loop) return []
      const size = kind in bytes ? bytes[kind as keyof Bytes] : undefined
      const { perSecond, p50, p99, cost, wal } = loop
      const sizes = size ? [whole(size.sent), whole(size.received)] : ['', '']
      return [[NAMES[kind], whole(perSecond), one(p50), one(p99), ...costCells(cost), ...sizes, whole(wal)]]
    }),
  )
}

const costCells = ({ nginx, api, pgbouncer, postgres }: Spent) => [nginx, api, pgbouncer, postgres].map(whole)

export const commitsTable = (commits: readonly Commits[]): string =>
  markdownTable(
    ['at a time', 'commits /s', 'each notifies', 'all share one row'],
    commits.map(({ clients, plain, notifying, sharing }) => [clients, plain, notifying, sharing].map(whole)),
  )

export const modelTable = (costs: Costs): string =>
  markdownTable(
    ['of students who come in 30 s', ...SIZES.map(whole), 'by'],
    needsOf(costs).map(({ what, figures, formula }) => [what, ...figures, formula]),
  )
