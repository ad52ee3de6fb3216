import type { Kysely, Transaction } from 'kysely'
import { recordImported } from '#api-server/audit/record-change.ts'
import { listModules } from '#api-server/modules/module.queries.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import { listTestmomentsFrom } from '#api-server/testmoments/testmoment.queries.ts'
import type { ConfirmedImport, Imported, ListText } from '#contract/import.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { pick } from '#domain/entities/pick.ts'
import { countVerdicts } from '#domain/import/import.rules.ts'
import type { TestmomentLine } from '#domain/import/import.schema.ts'
import { type JudgedTestmoment, judgeTestmoments, readTestmomentList } from '#domain/import/testmoments.rules.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import { requireSchoolyear } from '../schoolyears/schoolyear.queries.ts'
import { type AssessedImport, confirmationOf, requireConfirmedImport, requireReadable } from './confirmed-import.ts'
import type { ImportDesk } from './import-students.ts'
import { type DoneLine, keepImport } from './kept-import.ts'

/**
 * Adds the moments of a confirmed list to a school year, all of them or none: closed, and without automatic enrollment.
 * Throws `not-found`, `import-changed` or an `ImportFault`.
 */
export async function importTestmoments(
  { database, clock }: Pick<ImportDesk, 'database' | 'clock'>,
  { confirmation, ...list }: ConfirmedImport & { schoolyear_id: number },
  actorId: number,
): Promise<Imported> {
  return database.transaction(async (trx) => {
    // No key keeps two moments from being on one day, so who imports the same list at the same time waits here.
    await lockSchool(trx)
    const now = clock()
    const moments = requireConfirmedImport(await assessTestmomentImport(trx, list, now), confirmation)
    const lines: DoneLine[] = []
    for (const some of inChunks(moments)) lines.push(...(await addMoments(trx, some, list.schoolyear_id, now)))
    const { schoolyear_id: schoolyearId, columns } = list
    const { name: place } = await requireSchoolyear(trx, schoolyearId)
    const importId = await keepImport(trx, { kind: 'testmoments', actorId, place, schoolyearId, lines, columns }, now)
    const resourceIds = lines.flatMap(({ testmoment_id }) => testmoment_id ?? [])
    await recordImported(trx, { actorId, importId, resource: 'testmoment', resourceIds }, now)
    return { added: moments.length, changed: 0, import_id: importId }
  })
}

/** What a line says of a moment, besides its day. */
const SAID = [
  'duration',
  'location',
  'starts_at',
  'ends_at',
  'seats',
  'max_enrollments',
  'enrollments_open_at',
  'enrollments_close_at',
] as const

async function addMoments(
  trx: Transaction<Tables>,
  moments: readonly JudgedTestmoment[],
  schoolyear_id: number,
  now: number,
): Promise<DoneLine[]> {
  const created_at = new Date(now).toISOString()
  const rows = moments.flatMap(({ date, ...line }) =>
    date === null ? [] : [{ ...newTestmoment, ...pick(line, SAID), schoolyear_id, date, created_at }],
  )
  const made = await trx
    .insertInto('testmoment')
    .values(rows)
    .returning(['id', 'date', 'duration', 'version'])
    .execute()
  const byDays = new Map(made.map((moment) => [`${moment.date} ${moment.duration}`, moment]))
  const modules = moments.flatMap(({ date, duration, module_ids }) => {
    const testmoment_id = byDays.get(`${date} ${duration}`)?.id
    return testmoment_id === undefined ? [] : module_ids.map((module_id) => ({ testmoment_id, module_id }))
  })
  for (const some of inChunks(modules)) await trx.insertInto('testmoment_module').values(some).execute()
  return moments.flatMap(({ line, date, duration }) => {
    const moment = byDays.get(`${date} ${duration}`)
    if (!moment) return []
    const { id: testmoment_id, version } = moment
    const label = momentLabel(moment, 'any-time')
    return [{ line, outcome: 'added' as const, testmoment_id, label, before: null, after: { version } }]
  })
}

/** What a list of test moments would come to in a school year; `now` in ms. Throws `not-found` or an `ImportFault`. */
export async function assessTestmomentImport(
  kysely: Kysely<Tables>,
  { text, columns: chosen, schoolyear_id }: ListText & { schoolyear_id: number },
  now: number,
): Promise<AssessedImport<JudgedTestmoment, TestmomentLine>> {
  await requireSchoolyear(kysely, schoolyear_id)
  const { rows, columns } = requireReadable(readTestmomentList(text, chosen))
  const known = {
    testmoments: await listTestmomentsFrom(kysely, { schoolyearId: schoolyear_id, from: null }),
    modules: await listModules(kysely, { alsoInactive: true }),
  }
  const lines = judgeTestmoments(rows, known, now)
  return {
    lines,
    preview: {
      lines: lines.map(({ module_ids: _, ...shown }) => shown),
      counts: countVerdicts(lines),
      columns,
      confirmation: confirmationOf(lines, `${schoolyear_id} `),
    },
  }
}
