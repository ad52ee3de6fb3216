import type { ApiContext } from '#api-server/context.ts'
import { listModules } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { draftOf, findCells, findGrid } from '#api-server/facts/result.queries.ts'
import { listByAddress, listByNumber, type NamedUser } from '#api-server/facts/user.queries.ts'
import { IMPORT_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import { aboutResults, lockCells, requireStarted, writeDrafts } from '#api-server/results/drafts.ts'
import type { ConfirmedImport, Imported, ListText } from '#contract/import.calls.ts'
import * as resultsCalls from '#contract/results.calls.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { isPlausibleUsername } from '#domain/accounts/account.rules.ts'
import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import { pick } from '#domain/entities/pick.ts'
import { countVerdicts, isAdded } from '#domain/import/import.rules.ts'
import type { ResultLine } from '#domain/import/import.schema.ts'
import { type JudgedResult, judgingResults, readingResults } from '#domain/import/results.rules.ts'
import { studentNumberRefusal } from '#domain/users/student-number.rules.ts'
import type { Api } from '#server/operation.ts'
import { serve } from '#server/operation.ts'
import { type AssessedImport, confirming, requireConfirmedImport, requireReadable } from './confirmed-import.ts'
import { type DoneLine, importedBy, keepImport } from './kept-import.ts'

interface ImportedResults extends ListText {
  testmomentId: number
  /** module for lines that name none */
  moduleId?: number | undefined
  round?: boolean | undefined
}

/**
 * Makes drafts of a confirmed list, all or none, and returns how many cells changed. Throws `not-found`, `results-not-yet`, an
 * `ImportFault`, or `plan-changed`, also if somebody edited one of the cells since. `clock` in ms.
 */
const importResults = (
  database: Database,
  { confirmation, actorId, ...list }: ImportedResults & Pick<ConfirmedImport, 'confirmation'> & { actorId: number },
  clock: () => number,
): Promise<Imported> =>
  database.transaction(async (trx) => {
    const { testmomentId } = list
    const foreseen = requireConfirmedImport(await assessResultImport(trx, list), confirmation)
    const ids = foreseen.flatMap(({ enrollment_id }) => enrollment_id ?? [])
    const cells = await lockCells(trx, testmomentId, ids)
    const now = clock()
    const moment = await requireStarted(trx, testmomentId, now)
    // Checked again under the locks.
    const lines = requireConfirmedImport(await assessResultImport(trx, list), confirmation)
    const drafts = lines.flatMap(({ enrollment_id, value }) => {
      const cell = cells.get(enrollment_id ?? 0)
      return cell ? [{ cell, value }] : []
    })
    await writeDrafts(trx, drafts, { actorId, now })
    const written = await findCells(trx, testmomentId, ids)
    const done = lines.flatMap((judged): DoneLine[] => {
      const { line, enrollment_id, value } = judged
      const [was, cell] = [cells.get(enrollment_id ?? 0), written.get(enrollment_id ?? 0)]
      if (!was || !cell) return []
      const outcome = isAdded(judged) ? 'added' : 'changed'
      const before = outcome === 'added' ? null : { value: draftOf(was) }
      const after = { value, ...pick(cell, ['version', 'published_at']) }
      return [{ line, outcome, user_id: cell.user_id, testmoment_id: testmomentId, enrollment_id, before, after }]
    })
    const { columns } = list
    const place = dayAndStartLabel(moment, 'any-time')
    const kept = { kind: 'results', actorId, place, testmomentId, lines: done, columns } as const
    const importId = await keepImport(trx, kept, now)
    const change = { action: 'results-imported', resource: 'testmoment', resourceId: testmomentId, importId } as const
    const changedCells = drafts.map(({ cell }) => cell)
    const about = await aboutResults(trx, changedCells)
    await recordChange(trx, { actorId, ...change, about }, now)
    const added = done.filter(({ outcome }) => outcome === 'added').length
    return { added, changed: done.length - added, import_id: importId }
  })

export function resultImportRoutes(app: Api, { database, clock }: ApiContext): void {
  const notify = announceSoon(database)

  serve(app, resultsCalls, {
    previewResultImport: {
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: async ({ params, body: { module_id: moduleId, ...list } }) => {
        const { id: testmomentId } = await requireStarted(database.kysely, params.id, clock())
        return (await assessResultImport(database.kysely, { testmomentId, moduleId, ...list })).preview
      },
    },

    importResults: {
      rebuild: (_, ids) => importedBy(database.kysely, ids),
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: async ({ caller: { id: actorId }, params, body: { module_id: moduleId, ...list } }) => {
        const { id: testmomentId } = await requireStarted(database.kysely, params.id, clock())
        const imported = await importResults(database, { testmomentId, moduleId, actorId, ...list }, clock)
        notify([{ event: 'resultsChanged', testmoment_id: testmomentId }])
        return imported
      },
    },
  })
}

/** Assesses an import of results at a moment. Throws `not-found`, or an `ImportFault`. */
async function assessResultImport(
  kysely: Kysely,
  { testmomentId, text, moduleId, round, ...choices }: ImportedResults,
): Promise<AssessedImport<JudgedResult, ResultLine>> {
  const { entities: students, modules: taken } = await findGrid(kysely, testmomentId)
  const {
    rows,
    columns,
    unused: unused_columns,
  } = requireReadable(await inTurns(readingResults(text, { ...choices, modules: taken })))
  const known = {
    students,
    modules: await listModules(kysely, { alsoInactive: true }),
    accounts: await listHolders(kysely, rows),
    moduleId,
    round,
  }
  const lines = await inTurns(judgingResults(rows, known))
  return {
    lines,
    preview: {
      lines: lines.map(({ enrollment_id: _, version: __, ...shown }) => shown),
      counts: countVerdicts(lines),
      columns,
      unused_columns,
      ...(await inTurns(confirming(lines, testmomentId))),
    },
  }
}

/** Finds users by the addresses or numbers of a list, enrolled or not. Leading zeros of numbers do not count. */
async function listHolders(
  kysely: Kysely,
  rows: readonly { username: string; student_number: string }[],
): Promise<NamedUser[]> {
  const addresses = rows.map(({ username }) => username).filter(isPlausibleUsername)
  const numbers = rows
    .map(({ student_number }) => student_number)
    .filter((number) => number !== '' && studentNumberRefusal(number) === null)
  return [...(await listByAddress(kysely, addresses)), ...(await listByNumber(kysely, numbers))]
}
