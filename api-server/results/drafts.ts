import { requireModules } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { type CellRow, cellReply, draftOf, findCells } from '#api-server/facts/result.queries.ts'
import { requireTestmoment, type TestmomentRow } from '#api-server/facts/testmoment.queries.ts'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { settleRecords } from '#database/queries/settle-records.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { connectionActor, resultsSubject } from '#domain/audit/audit.texts.ts'
import { derivedResult, isSameResult, mayEnterResults } from '#domain/results/result.rules.ts'
import type { ResultEdit, ResultValue, SavedResult } from '#domain/results/result.schema.ts'
import { Problem } from '#server/problem.ts'

/**
 * Saves what was typed into cells of a moment's grid and returns the outcome of each. A cell that already has the value is left
 * alone, whatever version the caller saw, so that a request can be repeated; a cell that somebody else changed is returned as
 * it is now. Throws `not-found`, and `results-not-yet` before the first test day. `clock` in ms since the epoch.
 */
export const saveDrafts = (
  database: Database,
  { testmomentId, edits, actorId }: { testmomentId: number; edits: readonly ResultEdit[]; actorId: number },
  clock: () => number,
): Promise<SavedResult[]> =>
  database.transaction(async (trx) => {
    const ids = [...new Set(edits.map(({ enrollment_id }) => enrollment_id))]
    const cells = await lockCells(trx, testmomentId, ids)
    const now = clock()
    await requireStarted(trx, testmomentId, now)
    const outcomes = new Map<number, Exclude<SavedResult['outcome'], 'unknown'>>()
    const wanted: (WrittenDraft & { cell: CellRow })[] = []
    for (const { enrollment_id, version, value: typed } of edits) {
      const cell = cells.get(enrollment_id)
      // The first edit of a cell counts.
      if (!cell || outcomes.has(enrollment_id)) continue
      const value = typed && derivedResult(typed)
      const isSame = isSameResult(value, draftOf(cell))
      const outcome = isSame ? 'same' : version === (cell.version ?? 0) ? 'saved' : 'stale'
      outcomes.set(enrollment_id, outcome)
      if (outcome === 'saved') wanted.push({ cell, value })
    }
    if (wanted.length > 0) {
      await writeDrafts(trx, wanted, { actorId, now })
      const wantedCells = wanted.map(({ cell }) => cell)
      const about = await aboutResults(trx, wantedCells)
      const change = { actorId, action: 'results-edited', resource: 'testmoment', resourceId: testmomentId } as const
      await recordChange(trx, { ...change, about }, now)
    }
    const wantedIds = wanted.map(({ cell }) => cell.enrollment_id)
    const written = await findCells(trx, testmomentId, wantedIds)
    return edits.map(({ enrollment_id }): SavedResult => {
      const cell = written.get(enrollment_id) ?? cells.get(enrollment_id)
      const outcome = outcomes.get(enrollment_id)
      if (!cell || !outcome) return { enrollment_id, outcome: 'unknown', cell: null }
      return { enrollment_id, outcome, cell: cellReply(cell) }
    })
  })

/** Locks these cells through their students: nobody can type a draft, publish, or unenroll them meanwhile. */
export async function lockCells(
  trx: Transaction,
  testmomentId: number,
  enrollmentIds: readonly number[],
): Promise<Map<number, CellRow>> {
  const found = await findCells(trx, testmomentId, enrollmentIds)
  await lockStudents(trx, [...new Set([...found.values()].map(({ user_id }) => user_id))])
  await shareTestmoments(trx, [testmomentId])
  // Read again: during the wait the version may have changed, or the enrollment ended.
  return findCells(trx, testmomentId, [...found.keys()])
}

/** Loads a moment. Throws `not-found`, and `results-not-yet` before the first test day; `now` in ms. */
export async function requireStarted(trx: Kysely, testmomentId: number, now: number): Promise<TestmomentRow> {
  const moment = await requireTestmoment(trx, { id: testmomentId })
  if (!mayEnterResults(moment, now)) throw new Problem('results-not-yet')
  return moment
}

export async function aboutResults(trx: Transaction, cells: readonly Pick<CellRow, 'module_id'>[]): Promise<string> {
  const modules = await requireModules(trx, [...new Set(cells.map(({ module_id }) => module_id))])
  const names = modules.map(({ name }) => name)
  return resultsSubject(cells.length, names)
}

export interface WrittenDraft {
  cell: Pick<CellRow, 'enrollment_id' | 'user_id' | 'published_at'>
  /** null clears it */
  value: ResultValue | null
}

/** A statement with a thousand rows would block others too long. */
const ROWS_PER_STATEMENT = 250

/** Person or system of the school that entered or published results. */
export interface ResultMaker {
  actorId: number | null
  connection?: { id: number; name: string } | undefined
}

/** The maker as a line of the log names it. */
export const actorIn = ({ actorId, connection }: ResultMaker) => ({
  actorId,
  connection: connection && connectionActor(connection.name),
})

/** Writes drafts, one per enrollment. Clearing one that was never published deletes its row. */
export async function writeDrafts(
  trx: Transaction,
  drafts: readonly WrittenDraft[],
  { actorId, connection, now }: ResultMaker & { now: number },
): Promise<void> {
  // Null if the user has been deleted meanwhile.
  const editor = await trx.selectFrom('user').select('id').where('id', '=', actorId).forKeyShare().executeTakeFirst()
  const rest = {
    version: firstVersion(now),
    editor_id: editor?.id ?? null,
    connection_id: connection?.id ?? null,
    edited_at: new Date(now).toISOString(),
  }
  const isGone = ({ cell, value }: WrittenDraft) => value === null && cell.published_at === null
  for (const some of inChunks(drafts, ROWS_PER_STATEMENT)) {
    const gone = some.filter(isGone).map(({ cell }) => cell.enrollment_id)
    if (gone.length > 0) await trx.deleteFrom('result').where('enrollment_id', 'in', gone).execute()
    const rows = some
      .filter((draft) => !isGone(draft))
      .map(({ cell: { enrollment_id, user_id }, value }) => ({
        ...{ enrollment_id, user_id },
        ...{ outcome: value?.outcome ?? null, grade: value?.grade ?? null },
        ...rest,
      }))
    if (rows.length > 0)
      await trx
        .insertInto('result')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('enrollment_id').doUpdateSet((column) => ({
            outcome: column.ref('excluded.outcome'),
            grade: column.ref('excluded.grade'),
            version: column('result.version', '+', 1),
            editor_id: column.ref('excluded.editor_id'),
            connection_id: column.ref('excluded.connection_id'),
            edited_at: column.ref('excluded.edited_at'),
          })),
        )
        .execute()
  }
  const enrollmentIds = drafts.map(({ cell }) => cell.enrollment_id)
  await settleRecords(trx, enrollmentIds)
}

/**
 * First version of a cell: seconds, within the range of an integer. A cleared cell leaves no version, and a client that still
 * has its old version must not overwrite a newer value.
 */
const firstVersion = (now: number): number => 1 + (Math.floor(now / 1_000) % 1_000_000_000)
