import { z } from 'zod'
import { recordChange } from '#api-server/facts/record-change.ts'
import { type CellRow, findCells } from '#api-server/facts/result.queries.ts'
import { aboutResults, lockCells, writeDrafts } from '#api-server/results/drafts.ts'
import { rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import type { UndoHindrance } from '#domain/import/import.schema.ts'
import { resultValueSchema } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import { type AssessedLine, type KeptLine, type Undoing, valuesKept } from './kept-import.ts'

/** Drafts that were not published or edited since get their earlier values back; new ones are deleted. */
export const resultsUndoing: Undoing = {
  lock: async (trx, lines) => {
    for (const [testmomentId, theirs] of byMoment(lines)) await lockCells(trx, testmomentId, enrollmentsOf(theirs))
  },
  assess: assessResults,
  undo: async (trx, lines, { actorId, importId }, now) => {
    for (const [testmomentId, theirs] of byMoment(lines)) {
      const cells = await findCells(trx, testmomentId, enrollmentsOf(theirs))
      const drafts = theirs.flatMap((line) => {
        const cell = cells.get(line.enrollment_id ?? 0)
        return cell ? [{ cell, value: replaced(line).value }] : []
      })
      await writeDrafts(trx, drafts, { actorId, now })
      const changedCells = drafts.map(({ cell }) => cell)
      const about = await aboutResults(trx, changedCells)
      const change = { action: 'results-edited', resource: 'testmoment', resourceId: testmomentId } as const
      await recordChange(trx, { actorId, importId, ...change, about }, now)
    }
  },
}

/** Lines by moment, without those of deleted moments. */
const byMoment = (lines: readonly KeptLine[]): Map<number, KeptLine[]> => {
  const groups = Map.groupBy(lines, ({ testmoment_id }) => testmoment_id ?? 0)
  groups.delete(0)
  return groups
}

const enrollmentsOf = (lines: readonly KeptLine[]): number[] =>
  lines.flatMap(({ enrollment_id }) => enrollment_id ?? [])

const keptSchema = z.object({
  value: resultValueSchema.nullable().default(null),
  version: z.int().optional(),
  published_at: z.string().nullable().default(null),
})

const wrote = (line: KeptLine) => keptSchema.parse(valuesKept(line.after))
const replaced = (line: KeptLine) => keptSchema.parse(valuesKept(line.before))

async function assessResults(
  kysely: Kysely,
  lines: readonly KeptLine[],
): Promise<(line: KeptLine) => AssessedLine | undefined> {
  const cells = new Map<number, CellRow>()
  for (const [testmomentId, theirs] of byMoment(lines))
    for (const [id, cell] of await findCells(kysely, testmomentId, enrollmentsOf(theirs))) cells.set(id, cell)
  const names = await listNames(kysely, [...cells.values()])
  return (line) => {
    const cell = cells.get(line.enrollment_id ?? 0)
    if (!cell) return undefined
    const [old, now] = [replaced(line).value, wrote(line).value].map(resultCellLabel)
    const changes = line.outcome === 'changed' ? [{ field: 'result', old: old ?? '', new: now ?? '' }] : []
    return { label: names(cell), changes, hindrance: hindranceOf(line, cell) }
  }
}

function hindranceOf(line: KeptLine, cell: CellRow): UndoHindrance | null {
  const after = wrote(line)
  if (cell.published_at !== after.published_at) return 'published'
  return (cell.version ?? 0) === after.version ? null : 'edited'
}

/** 'Sam de Vries, ALG1' */
async function listNames(kysely: Kysely, cells: readonly CellRow[]): Promise<(cell: CellRow) => string> {
  const users = await rowsInChunks([...new Set(cells.map(({ user_id }) => user_id))], (ids) =>
    kysely.selectFrom('user').select(['id', 'username', 'first_name', 'last_name']).where('id', 'in', ids).execute(),
  )
  const people = new Map(users.map(({ id, ...user }) => [id, personLabel(user)]))
  const rows = await kysely.selectFrom('module').select(['id', 'name']).execute()
  const modules = new Map(rows.map(({ id, name }) => [id, name]))
  return ({ user_id, module_id }) => `${people.get(user_id) ?? ''}, ${modules.get(module_id) ?? ''}`
}
