import { sql } from 'kysely'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { onceMoreIfTaken } from '#api-server/platform/locks.ts'
import { planDigestOfLines, requirePlan } from '#api-server/platform/plans.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import { linkById } from '#contract/endpoint.ts'
import { getImport } from '#contract/import.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { pick } from '#domain/entities/pick.ts'
import { eachOf } from '#domain/import/csv.rules.ts'
import type { KeptImport, UndoLine, UndoPreview } from '#domain/import/import.schema.ts'
import { undoneLabel } from '#domain/import/import.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { momentsChangedLabel } from '#domain/messages/message.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import { Problem } from '#server/problem.ts'
import { importActs } from './import-acts.ts'
import { listStudentsAt } from './import-testmoments.ts'
import { type AssessedLine, isForgotten, type KeptLine } from './kept-import.ts'

const linkTo = linkById(getImport)

/** Lists imports with the names of who made and undid them, latest first. `before` is the id before which the page begins. */
export async function listKeptImports(
  kysely: Kysely,
  { before, limit, id }: { before?: number | undefined; limit: number; id?: number },
): Promise<KeptImport[]> {
  const rows = await kysely
    .selectFrom('import')
    .leftJoin('user as actor', 'actor.id', 'import.actor_id')
    .leftJoin('user as undoer', 'undoer.id', 'import.undoer_id')
    .select(['import.id', 'kind', 'at', 'place', 'added', 'changed', 'undone_at'])
    .select(['actor.username as a', 'actor.first_name as a_first', 'actor.last_name as a_last'])
    .select(['undoer.username as u', 'undoer.first_name as u_first', 'undoer.last_name as u_last'])
    .$if(before !== undefined, (imports) => imports.where('import.id', '<', before ?? 0))
    .$if(id !== undefined, (imports) => imports.where('import.id', '=', id ?? 0))
    .orderBy('import.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ a, a_first, a_last, u, u_first, u_last, ...made }) => ({
    ...made,
    actor: nameOf(a, a_first, a_last),
    undoer: nameOf(u, u_first, u_last),
    _links: { self: linkTo(made.id) },
  }))
}

const nameOf = (username: string | null, first_name: string | null, last_name: string | null): string | null =>
  username === null ? null : personLabel({ username, first_name: first_name ?? '', last_name: last_name ?? '' })

interface Assessed {
  kept: KeptImport
  undone: readonly KeptLine[]
  stays: readonly UndoLine[]
  /** moments that undone lines change, if students are enrolled there */
  concerned: readonly NonNullable<AssessedLine['concerns']>[]
  preview: UndoPreview
}

/** Assesses its lines at `now` (ms). `hasSource`: students follow a system of the school. Throws `not-found`. */
export async function assessUndo(
  kysely: Kysely,
  { id, hasSource = false }: { id: number; hasSource?: boolean | undefined },
  now: number,
): Promise<Assessed> {
  const [kept] = await listKeptImports(kysely, { id, limit: 1 })
  if (!kept) throw new Problem('not-found')
  const lines = await listLines(kysely, id)
  const assess = await importActs[kept.kind].undoing.assess(kysely, lines, now, hasSource)
  const assessed = new Map(await inTurns(eachOf(lines, (line) => [line.id, assess(line)] as const)))
  const shown = await inTurns(eachOf(lines, (line) => shownLine(line, assessed.get(line.id))))
  const count = (would: UndoLine['would']) => shown.filter((line) => line.would === would).length
  const counts = { undone: count('undone'), stays: count('stays'), was_undone: count('was-undone') }
  const ids = new Set(shown.flatMap((line) => (line.would === 'undone' ? line.id : [])))
  const concerned = lines.flatMap(({ id }) => (ids.has(id) ? (assessed.get(id)?.concerns ?? []) : []))
  const students_concerned = (await listStudentsAt(kysely, concerned)).length
  // Valid only while exactly the same lines would be undone, to the same values.
  const named = shown.map(({ id, would, changes }) => [id, would, changes])
  const confirmation = ids.size === 0 ? null : await inTurns(planDigestOfLines(id, named))
  return {
    kept,
    undone: lines.filter((line) => ids.has(line.id)),
    stays: shown.filter(({ would }) => would === 'stays'),
    concerned,
    preview: { import: kept, lines: shown, counts, confirmation, students_concerned },
  }
}

const listLines = (kysely: Kysely, id: number): Promise<KeptLine[]> =>
  kysely.selectFrom('import_line').selectAll().where('import_id', '=', id).orderBy('line').orderBy('id').execute()

function shownLine(kept: KeptLine, found: AssessedLine | undefined): UndoLine {
  const { id, line, outcome, label, undone_at } = kept
  const unassessed: Partial<AssessedLine> & Pick<AssessedLine, 'hindrance'> = { hindrance: found ? 'too-old' : 'gone' }
  const { changes = [], hindrance, concerns } = found && !isForgotten(kept) ? found : unassessed
  const shown = { id, line, outcome, label: found?.label ?? label, changes }
  if (undone_at !== null) return { ...shown, would: 'was-undone', hindrance: null }
  const moment = concerns && { concerns: pick(concerns, ['date', 'duration', 'starts_at']) }
  return hindrance === null
    ? { ...shown, would: 'undone', hindrance, ...moment }
    : { ...shown, would: 'stays', hindrance }
}

interface UndoWish {
  id: number
  confirmation: string
  actorId: number
  hasSource?: boolean | undefined
  /** message to students at moments that change */
  message?: WrittenMessage | undefined
}

/**
 * Undoes an import line by line: deletes what it made and restores what it replaced, unless that was changed or used since;
 * other lines stay, with the reason. The message goes to the students concerned, in the same transaction. Repeating it undoes
 * lines that no longer have to stay. Throws `not-found`, `plan-changed` with the current plan if it differs from what was
 * confirmed, and refusals of the message's words. `clock` in ms.
 */
export async function undoImport(
  database: Database,
  wish: UndoWish,
  clock: () => number,
): Promise<{ undone: number; stayed: number; students_messaged: number }> {
  // Another transaction may take a value that a line would restore: it is assessed again.
  return onceMoreIfTaken(database, () => database.transaction((trx) => undoConfirmed(trx, wish, clock())))
}

async function undoConfirmed(
  trx: Transaction,
  { id, confirmation, actorId, hasSource, message }: UndoWish,
  now: number,
): Promise<{ undone: number; stayed: number; students_messaged: number }> {
  // Locked before all others; only this code combines it with them. Of two simultaneous calls the second sees the first's
  // result.
  const found = await trx
    .selectFrom('import')
    .select(['id', 'kind'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new Problem('not-found')
  const { undoing } = importActs[found.kind]
  await undoing.lock(trx, await listLines(trx, id))
  const { undone, stays, concerned, preview } = await assessUndo(trx, { id, hasSource }, now)
  requirePlan(preview, confirmation)

  const at = new Date(now).toISOString()
  for (const ids of inChunks(undone.map(({ id }) => id)))
    await trx.updateTable('import_line').set({ undone_at: at, stayed: null }).where('id', 'in', ids).execute()
  for (const [hindrance, lines] of Map.groupBy(stays, (line) => line.hindrance))
    for (const ids of inChunks(lines.map(({ id }) => id)))
      await trx.updateTable('import_line').set({ stayed: hindrance }).where('id', 'in', ids).execute()
  await undoing.undo(trx, undone, { actorId, importId: id }, now)
  const undoer_id = sql<number>`(select id from "user" where id = ${actorId})`
  await trx.updateTable('import').set({ undone_at: at, undoer_id }).where('id', '=', id).execute()
  const counts = { undone: undone.length, stayed: stays.length }
  const about = undoneLabel(counts)
  await recordChange(trx, { actorId, action: 'import-undone', resource: 'import', resourceId: id, about }, now)
  const students_messaged = await messageAboutChange(
    trx,
    {
      written: message,
      senderId: actorId,
      about: { testmoment_ids: concerned.map((moment) => moment.id), change: 'edited' },
      label: momentsChangedLabel('edited', concerned),
      userIds: await listStudentsAt(trx, concerned),
    },
    now,
  )
  return { ...counts, students_messaged }
}
