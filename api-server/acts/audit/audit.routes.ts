import { setImmediate } from 'node:timers/promises'
import { sendFile } from '#api-server/acts/exports/send-file.ts'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { linkTo, nextLink } from '#api-server/platform/paging.ts'
import * as auditCalls from '#contract/audit.calls.ts'
import { exportAudit, listAudit } from '#contract/audit.gen.ts'
import { XLSX } from '#contract/endpoint.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import { linesLabel, MOST_EXPORTED } from '#domain/audit/audit.texts.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { type AuditRow, auditRow } from './audit-sheet.ts'
import { findLines } from './find-lines.ts'
import { describeLines, pageAudit } from './page-audit.ts'

export function auditRoutes(app: Api, context: ApiContext): void {
  serve(app, auditCalls, {
    listAudit: async ({ query: { cursor, ...filter } }) => {
      const { entities, asked, next } = await pageAudit(context, { ...filter, cursor })
      const _links = { ...nextLink(listAudit, next, { query: filter }), export: linkTo(exportAudit, { query: filter }) }
      return { entities, asked, _links }
    },

    exportAudit: {
      exposeHeadRoute: false,
      handler: ({ caller, query }, reply) =>
        sendFile(reply, context.writeFile, async () => {
          const now = context.clock()
          const { about, rows } = await exportLines(context.database, { filter: query, actorId: caller.id }, now)
          return { name: `logboek-${dayOf(now)}.xlsx`, mediaType: XLSX, order: { kind: 'audit', about }, rows }
        }),
    },
  })
}

interface LineExport {
  /** how many lines */
  about: string
  /** in parts, so that other requests are answered while the file is made */
  rows: AsyncIterable<AuditRow[]>
}

/** Id of the school's only log, for audit lines about the log itself. */
const THE_LOG = 1

/**
 * Finds the current lines of the log that match a filter. Then logs the export itself; that line is not in the file. Throws
 * `audit-too-long`. `now` in ms since the epoch.
 */
export async function exportLines(
  database: Database,
  { filter, actorId }: { filter: AuditFilter; actorId: number },
  now: number,
): Promise<LineExport> {
  const ids = await findAll(database.kysely, filter)
  const about = linesLabel(ids.length)
  const exportLine = { action: 'exported', resource: 'audit', resourceId: THE_LOG, about } as const
  await database.transaction((trx) => recordChange(trx, { actorId, ...exportLine }, now))
  return { about, rows: rowsOf(database.kysely, ids) }
}

/** Ids per query of an export. With the screen's page of 50 lines, 100,000 lines would take 2,000 queries. */
const LINES_PER_QUERY = 5_000

async function findAll(kysely: Kysely, filter: AuditFilter): Promise<number[]> {
  const all: number[] = []
  let before: number | undefined
  do {
    const { ids, next } = await findLines(kysely, filter, { before, limit: LINES_PER_QUERY })
    for (const id of ids) all.push(id)
    if (all.length > MOST_EXPORTED) throw new Problem('audit-too-long')
    before = next
  } while (before !== undefined)
  return all
}

/** Lines per turn of the event loop: a few ms of work. */
const LINES_PER_TURN = 250

async function* rowsOf(kysely: Kysely, ids: readonly number[]): AsyncGenerator<AuditRow[]> {
  for (let from = 0; from < ids.length; from += LINES_PER_TURN) {
    const entries = await describeLines(kysely, ids.slice(from, from + LINES_PER_TURN), 'any-time')
    yield entries.map(auditRow)
    // SQLite answers in the same turn, so the pause has to be made here.
    await setImmediate()
  }
}
