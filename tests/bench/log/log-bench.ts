import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { exportLines } from '#api-server/acts/audit/audit.routes.ts'
import { pageAudit } from '#api-server/acts/audit/page-audit.ts'
import { writeApart } from '#api-server/acts/exports/write-apart.ts'
import { writeCursor } from '#api-server/platform/paging.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { median, percentile } from '#tests/harness/statistics.ts'
import type { BenchOptions } from '../bench.ts'
import { atMost, inMs } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import { type FilledLog, fillLog } from './fill-log.ts'

const LINES = 1_000_000
const TURNS = 100
/** how many files */
const EXPORTS = 5
/** before it is measured */
const WARM = 10
/** ms */
const GOAL = 20
/** ms for questions about what was never done, or long ago: all of the log is searched. */
const RARE_GOAL = 500
/** for how long everybody else waits, ms */
const HOLD_GOAL = 50
const EXPORT_GOAL_S = 60

/** `npm run bench log`: what a page of a log of a million lines takes, without HTTP, and for how long it holds up others. */
export const benchLog = ({ students: lines = LINES }: BenchOptions): Promise<BenchRow[]> =>
  onEach((place) => logRows(place, lines), { timeout: 600_000 })

interface Question {
  what: string
  filter: AuditFilter
  /** the id before which the page begins */
  before?: number
  goal?: number
}

/** Questions of teachers, from those that nearly all lines match to those that no line matches. */
const questionsOf = ({ lines, teacher, guest, student, import: importId }: FilledLog): Question[] => [
  { what: 'the first page', filter: {} },
  { what: 'a page halfway', filter: {}, before: Math.round(lines / 2) },
  { what: 'by somebody who does much', filter: { actor: teacher } },
  { what: 'by somebody who did ten things, long ago', filter: { actor: guest }, goal: RARE_GOAL },
  { what: 'by nobody in the app', filter: { actor: 'system' } },
  { what: 'about users', filter: { resource: 'user' } },
  { what: 'about one user', filter: { resource: 'user', resource_id: student } },
  { what: 'one action', filter: { action: 'enrolled' } },
  { what: 'an action of once, long ago', filter: { action: 'copied' }, goal: RARE_GOAL },
  { what: 'an action that never was', filter: { action: 'recess-edited' }, goal: RARE_GOAL },
  { what: 'a week, two years ago', filter: { from: '2024-05-06', until: '2024-05-12' } },
  { what: 'by whom and which action', filter: { actor: teacher, action: 'enrolled' } },
  {
    what: 'by whom, about what, which action and when',
    filter: { actor: teacher, resource: 'user', action: 'unenrolled', from: '2024-01-01', until: '2024-06-30' },
  },
  {
    what: 'what somebody who does much never did, and others did all the time',
    filter: { actor: teacher, action: 'opened' },
    goal: RARE_GOAL,
  },
  { what: 'what one import did', filter: { import_id: importId } },
]

async function logRows({ engine, database }: Place, lines: number): Promise<BenchRow[]> {
  const log = await fillLog(database, lines)
  const rows: BenchRow[] = []
  const holds: number[] = []
  for (const question of questionsOf(log)) rows.push(await pageRow(engine, database, question, holds))
  rows.push(holdRow(`the longest that any of these pages usually holds up others, ${engine}`, holds))
  rows.push(...(await exportRows(engine, database, log)))
  return rows
}

async function pageRow(
  engine: string,
  database: Database,
  { what, filter, before, goal = GOAL }: Question,
  holds: number[],
): Promise<BenchRow> {
  const cursor = before === undefined ? undefined : writeCursor([before])
  const took: number[] = []
  const held: number[] = []
  let shown = 0
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let turn = 0; turn < TURNS + WARM; turn++) {
    await setTimeout(5)
    delay.reset()
    const started = performance.now()
    const { entities } = await pageAudit({ database, clock: Date.now }, { ...filter, cursor })
    const ended = performance.now()
    await setTimeout(5)
    shown = entities.length
    if (turn < WARM) continue
    took.push(ended - started)
    held.push(delay.max / 1e6)
  }
  delay.disable()
  // Not the longest of all: what else the machine does is in that.
  holds.push(percentile(held, 0.5))
  const [middle, slowest] = [percentile(took, 0.5), percentile(took, 0.99)]
  return {
    what: `${what} (${shown} lines), ${engine}`,
    measured: `p50 ${middle.toFixed(1)}, p99 ${slowest.toFixed(1)} ms`,
    reference: '–',
    ...atMost(middle, goal, (ms) => `p50 ${Number(ms.toFixed(1))} ms`),
  }
}

/** All lines of some weeks, as a file: while it is written the server answers others. */
async function exportRows(engine: string, database: Database, { teacher, days }: FilledLog): Promise<BenchRow[]> {
  const took: number[] = []
  const held: number[] = []
  let [lines, bytes] = ['', 0]
  while (took.length < EXPORTS) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const started = performance.now()
    const { about, rows } = await exportLines(database, { filter: days, actorId: teacher }, Date.now())
    bytes = 0
    for await (const piece of writeApart({ kind: 'audit', about }, rows)) bytes += piece.length
    took.push((performance.now() - started) / 1_000)
    delay.disable()
    held.push(delay.max / 1e6)
    lines = about
  }
  const seconds = median(took)
  return [
    {
      what: `${lines} as an .xlsx (median of ${EXPORTS}), ${engine}`,
      measured: `${seconds.toFixed(1)} s, ${(bytes / 2 ** 20).toFixed(1)} MB`,
      reference: '–',
      ...atMost(seconds, EXPORT_GOAL_S, (value) => `${value.toFixed(1)} s`),
    },
    // The least of them: what else the machine does is in the others.
    holdRow(`the longest that this held up others (least of ${EXPORTS}), ${engine}`, [Math.min(...held)]),
  ]
}

function holdRow(what: string, delays: readonly number[]): BenchRow {
  const longest = Math.max(...delays)
  return { what, measured: inMs(longest), reference: '–', ...atMost(longest, HOLD_GOAL, inMs) }
}
