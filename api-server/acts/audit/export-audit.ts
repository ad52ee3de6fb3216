import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import { linesLabel, MOST_EXPORTED } from '#domain/audit/audit.texts.ts'
import { Problem } from '#server/problem.ts'
import { type AuditRow, auditRow } from './audit-sheet.ts'
import { findLines } from './find-lines.ts'
import { describeLines } from './page-audit.ts'

interface Exported {
  /** how many lines it is */
  about: string
  /** some at a time: they are read while the file is waited for, and other requests come in between */
  rows: AsyncIterable<AuditRow[]>
}

/** There is one log, which its lines call by this id. */
const THE_LOG = 1

/**
 * The lines that a filter asks for, as they are at this moment, and notes who takes them along: that line is not among
 * them. Throws `audit-too-long`. `now` in ms since the epoch.
 */
export async function exportedLines(
  database: Database,
  { filter, actorId }: { filter: AuditFilter; actorId: number },
  now: number,
): Promise<Exported> {
  const ids = await findAll(database.kysely, filter)
  const about = linesLabel(ids.length)
  const taken = { action: 'exported', resource: 'audit', resourceId: THE_LOG, about } as const
  await database.transaction((trx) => recordChange(trx, { actorId, ...taken }, now))
  return { about, rows: rowsOf(database.kysely, ids) }
}

/** How many lines one question finds: a page of the screen would be asked for two thousand times. */
const PIECE = 5_000

async function findAll(kysely: Kysely<Tables>, filter: AuditFilter): Promise<number[]> {
  const all: number[] = []
  let before: number | undefined
  do {
    const { ids, next } = await findLines(kysely, filter, { before, limit: PIECE })
    for (const id of ids) all.push(id)
    if (all.length > MOST_EXPORTED) throw new Problem('audit-too-long')
    before = next
  } while (before !== undefined)
  return all
}

/** How many lines are read and written out in one turn: some ms. */
const AT_ONCE = 250

async function* rowsOf(kysely: Kysely<Tables>, ids: readonly number[]): AsyncGenerator<AuditRow[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const entries = await describeLines(kysely, ids.slice(from, from + AT_ONCE), 'any-time')
    yield entries.map(auditRow)
    // SQLite answers within the turn in which it is asked.
    await setImmediate()
  }
}
