import { setImmediate } from 'node:timers/promises'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import {
  countGradebook,
  type Gradebook,
  listGradebookModules,
  openGradebook,
  pageGradebook,
} from '#api-server/results/gradebook.ts'
import { XLSX } from '#contract/endpoint.ts'
import * as gradebookCalls from '#contract/gradebook.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { presencesSubject } from '#domain/audit/audit.texts.ts'
import type { GradebookFilter, GradebookModule, GradebookRow } from '#domain/results/gradebook.schema.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { sendFile } from './send-file.ts'

/** The routes have no HEAD, which would write a whole file for its headers. */
export function gradebookExportRoutes(app: Api, { database, writeFile, clock }: ApiContext): void {
  serve(app, gradebookCalls, {
    exportGradebook: {
      exposeHeadRoute: false,
      handler: ({ caller: { id: actorId }, params, query }, reply) =>
        sendFile(reply, writeFile, async () => {
          const asked = { schoolyearId: params.id, filter: query, actorId }
          const { rows, ...head } = await exportedGradebook(database, asked, clock())
          const name = `cijferlijst-${head.schoolyear}.xlsx`
          return { name, mediaType: XLSX, order: { kind: 'gradebook', head }, rows }
        }),
    },
  })
}

/** Most students in one file, as many as in a file of users. */
const MOST_STUDENTS = 20_000

/** Students read in one turn of the event loop; the server serves other requests between two turns. */
const STUDENTS_PER_TURN = 250

interface Exported {
  schoolyear: string
  modules: GradebookModule[]
  /** in parts: other requests are answered while the file is being made */
  rows: AsyncIterable<GradebookRow[]>
}

/**
 * All students of a gradebook, as they are now. Also adds a line to the log that says who exported them, and how many. Throws
 * `not-found` and `users-too-many`. `now` in ms since the epoch.
 */
export async function exportedGradebook(
  database: Database,
  { actorId, ...asked }: { schoolyearId: number; filter: GradebookFilter; actorId: number },
  now: number,
): Promise<Exported> {
  const { kysely } = database
  const gradebook = await openGradebook(kysely, asked, now)
  const count = await countGradebook(kysely, gradebook)
  if (count > MOST_STUDENTS) throw new Problem('users-too-many')
  const modules = await listGradebookModules(kysely, gradebook)
  const taken = { action: 'results-exported', resource: 'schoolyear', resourceId: asked.schoolyearId } as const
  await database.transaction((trx) => recordChange(trx, { actorId, ...taken, about: presencesSubject(count) }, now))
  return { schoolyear: gradebook.schoolyear, modules, rows: rowsOf(kysely, gradebook) }
}

async function* rowsOf(kysely: Kysely, gradebook: Gradebook): AsyncGenerator<GradebookRow[]> {
  let cursor: string | undefined
  do {
    const page = await pageGradebook(kysely, gradebook, { size: STUDENTS_PER_TURN, cursor })
    yield page.rows
    cursor = page.next
    // SQLite answers in the same turn, so the pause has to be made here.
    await setImmediate()
  } while (cursor !== undefined)
}
