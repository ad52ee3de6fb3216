import type { SelectQueryBuilder } from 'kysely'
import type { ApiContext, Deps } from '#api-server/context.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { listModules } from '#api-server/facts/module.queries.ts'
import { recordChanges } from '#api-server/facts/record-change.ts'
import { requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import {
  listTestmomentModules,
  requireTestmoment,
  type TestmomentRow,
  testmomentColumns,
} from '#api-server/facts/testmoment.queries.ts'
import { IMPORT_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { lockSchool, lockTestmoments } from '#api-server/platform/locks.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import { writeTestmomentModules } from '#api-server/testmoments/testmoment-modules.ts'
import { writeTestmoment } from '#api-server/testmoments/testmoment-schedule.ts'
import type { ConfirmedImport, Imported, TestmomentImportPreview, TestmomentList } from '#contract/import.calls.ts'
import * as importCalls from '#contract/import.calls.ts'
import { inChunks, rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Tables, Transaction } from '#database/tables.ts'
import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import { withChanges } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import { countVerdicts, isAdded } from '#domain/import/import.rules.ts'
import type { TestmomentLine } from '#domain/import/import.schema.ts'
import { readingTestmoments } from '#domain/import/testmoment-cells.rules.ts'
import type { KnownMoment, MomentValues } from '#domain/import/testmoment-update.rules.ts'
import { type JudgedTestmoment, judgingTestmoments, LISTED_FIELDS } from '#domain/import/testmoments.rules.ts'
import type { WithMessage } from '#domain/messages/message.schema.ts'
import { momentsChangedLabel } from '#domain/messages/message.texts.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import type { Api } from '#server/operation.ts'
import { serve } from '#server/operation.ts'
import { type AssessedImport, confirming, requireConfirmedImport, requireReadable } from './confirmed-import.ts'
import { type DoneLine, importedBy, keepImport } from './kept-import.ts'

/**
 * Adds the moments of a confirmed list to a school year, closed and without automatic enrollment, and edits existing ones if
 * the teacher asked for that: all or nothing. No enrollment ends. The message goes to students at edited moments. Throws
 * `not-found`, `plan-changed`, an `ImportFault`, or a refusal of the message's words.
 */
export async function importTestmoments(
  { database, clock }: Deps,
  { confirmation, message, ...list }: TestmomentList & Pick<ConfirmedImport, 'confirmation'> & WithMessage,
  actorId: number,
): Promise<Imported> {
  return database.transaction(async (trx) => {
    // No key prevents two moments on one day, so a second import of the same list waits here.
    await lockSchool(trx)
    let moments = requireConfirmedImport(await assessTestmomentImport(trx, list, clock()), confirmation)
    const ids = moments.flatMap(({ testmoment_id }) => testmoment_id ?? [])
    if (ids.length > 0) {
      await lockTestmoments(trx, ids)
      // Assessed again under the locks: from here on nobody can enroll at these moments until the import is done.
      moments = requireConfirmedImport(await assessTestmomentImport(trx, list, clock()), confirmation)
    }
    const now = clock()
    const changed = moments.filter((line) => !isAdded(line))
    const lines: DoneLine[] = changed.flatMap(doneUpdate)
    for (const some of inChunks(moments.filter(isAdded), ROWS_PER_STATEMENT))
      lines.push(...(await addMoments(trx, some, list.schoolyear_id, now)))
    const { schoolyear_id: schoolyearId, columns } = list
    const { name: place } = await requireSchoolyear(trx, schoolyearId)
    const importId = await keepImport(trx, { kind: 'testmoments', actorId, place, schoolyearId, lines, columns }, now)
    const made = lines.filter(({ outcome }) => outcome === 'added')
    const resourceIds = made.flatMap(({ testmoment_id }) => testmoment_id ?? [])
    await recordChanges(trx, { actorId, importId, resource: 'testmoment', resourceIds }, now)
    for (const { testmoment_id, edit } of changed)
      if (testmoment_id && edit) await changeMoment(trx, { id: testmoment_id, to: edit.after, actorId, importId }, now)
    const concerned = concernedIn(moments)
    await messageAboutChange(
      trx,
      {
        written: message,
        senderId: actorId,
        about: { testmoment_ids: concerned.map(({ id }) => id), change: 'edited' },
        label: momentsChangedLabel('edited', concerned),
        userIds: await listStudentsAt(trx, concerned),
      },
      now,
    )
    return { added: made.length, changed: changed.length, import_id: importId }
  })
}

export function testmomentImportRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  serve(app, importCalls, {
    previewTestmomentImport: {
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: async ({ body }) => (await assessTestmomentImport(database.kysely, body, clock())).preview,
    },

    importTestmoments: {
      rebuild: (_, ids) => importedBy(database.kysely, ids),
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: async ({ caller, body }) => {
        const imported = await importTestmoments({ database, clock }, body, caller.id)
        if (body.message) letters.wake()
        return imported
      },
    },
  })
}

/** Lists edited moments whose enrolled students notice the edit. */
const concernedIn = (lines: readonly JudgedTestmoment[]) =>
  lines.flatMap(({ testmoment_id, date, duration, starts_at, findings }) =>
    testmoment_id && date !== null && findings.some(({ verdict }) => verdict === 'students-untold')
      ? [{ id: testmoment_id, date, duration, starts_at }]
      : [],
  )

export async function listStudentsAt(kysely: Kysely, moments: readonly { id: number }[]): Promise<number[]> {
  const rows = await rowsInChunks(
    moments.map(({ id }) => id),
    (ids) => kysely.selectFrom('enrollment').select('user_id').where('testmoment_id', 'in', ids).execute(),
  )
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** A statement with a thousand rows would make others wait too long. */
const ROWS_PER_STATEMENT = 200

async function addMoments(
  trx: Transaction,
  moments: readonly JudgedTestmoment[],
  schoolyear_id: number,
  now: number,
): Promise<DoneLine[]> {
  const created_at = new Date(now).toISOString()
  const rows = moments.flatMap(({ date, ...line }) =>
    date === null ? [] : [{ ...newTestmoment, ...pick(line, LISTED_FIELDS), schoolyear_id, date, created_at }],
  )
  const made = await trx
    .insertInto('testmoment')
    .values(rows)
    .returning(['id', 'date', 'duration', 'starts_at', 'version'])
    .execute()
  const byTime = new Map(made.map((moment) => [timeKey(moment), moment]))
  const modules = moments.flatMap(({ module_ids, ...line }) => {
    const testmoment_id = byTime.get(timeKey(line))?.id
    return testmoment_id === undefined ? [] : module_ids.map((module_id) => ({ testmoment_id, module_id }))
  })
  for (const some of inChunks(modules, ROWS_PER_STATEMENT))
    await trx.insertInto('testmoment_module').values(some).execute()
  return moments.flatMap(({ line, ...listed }) => {
    const moment = byTime.get(timeKey(listed))
    if (!moment) return []
    const { id: testmoment_id, version } = moment
    const label = dayAndStartLabel(moment, 'any-time')
    return [{ line, outcome: 'added' as const, testmoment_id, label, before: null, after: { version } }]
  })
}

/** Key that identifies a moment in a list: two moments on one day begin at different times. */
const timeKey = ({ date, duration, starts_at }: Pick<JudgedTestmoment, 'date' | 'duration' | 'starts_at'>): string =>
  `${date} ${duration} ${starts_at}`

/** Outcome of an edit, with the moment's next version: editing fields adds one, and editing modules another. */
function doneUpdate({ line, date, duration, starts_at, testmoment_id, edit }: JudgedTestmoment): DoneLine[] {
  if (!edit || date === null) return []
  const { before, after, version } = edit
  const hasFields = Object.keys(after.fields).length > 0
  const hasModules = JSON.stringify(before.modules) !== JSON.stringify(after.modules)
  const label = dayAndStartLabel({ date, duration, starts_at }, 'any-time')
  const written = { ...after, version: version + Number(hasFields) + Number(hasModules) }
  return [{ line, outcome: 'changed', testmoment_id, label, before, after: written }]
}

interface MomentWrite {
  id: number
  to: MomentValues
  actorId: number
  importId: number
}

export async function changeMoment(
  trx: Transaction,
  { id, to, actorId, importId }: MomentWrite,
  now: number,
): Promise<void> {
  const before = await requireTestmoment(trx, { id })
  const by = { actorId, importId }
  const moment = await writeTestmoment(
    trx,
    { before, after: withChanges<TestmomentFields>(before, to.fields), ...by },
    now,
  )
  const listed = await listTestmomentModules(trx, [id])
  await writeTestmomentModules(trx, { moment, before: listed, after: to.modules, ...by }, now)
}

/** Assesses an import of test moments into a school year; `now` in ms. Throws `not-found` or an `ImportFault`. */
export async function assessTestmomentImport(
  kysely: Kysely,
  { text, schoolyear_id, same_day: sameDay, update = false, ...choices }: TestmomentList,
  now: number,
): Promise<AssessedImport<JudgedTestmoment, TestmomentLine, TestmomentImportPreview>> {
  await requireSchoolyear(kysely, schoolyear_id)
  const { rows, columns, unused: unused_columns } = requireReadable(await inTurns(readingTestmoments(text, choices)))
  const ofYear = kysely.selectFrom('testmoment').where('schoolyear_id', '=', schoolyear_id)
  const known = {
    testmoments: await listKnownMoments(kysely, ofYear, { withStudents: update }),
    modules: await listModules(kysely, { alsoInactive: true }),
  }
  const lines = await inTurns(judgingTestmoments(rows, known, now, { update, sameDay }))
  return {
    lines,
    preview: {
      lines: lines.map(({ module_ids: _, testmoment_id: __, edit: ___, ...shown }) => shown),
      counts: countVerdicts(lines),
      columns,
      unused_columns,
      ...(await inTurns(confirming(lines, schoolyear_id))),
      students_concerned: (await listStudentsAt(kysely, concernedIn(lines))).length,
    },
  }
}

/** Existing moment as imports compare it, with its database row. */
export type KnownRow = KnownMoment & TestmomentRow

/** Lists these moments. Their modules and the enrollments at them are loaded only if `withStudents`; else they are empty. */
export async function listKnownMoments(
  kysely: Kysely,
  some: SelectQueryBuilder<Tables, 'testmoment', object>,
  { withStudents }: { withStudents: boolean },
): Promise<KnownRow[]> {
  const moments = await some.select(testmomentColumns).orderBy('id').execute()
  const ids = withStudents ? moments.map(({ id }) => id) : []
  const modules: Awaited<ReturnType<typeof listTestmomentModules>> = []
  const taken: { testmoment_id: number; modules: number }[] = []
  const held: { testmoment_id: number; module_id: number }[] = []
  for (const some of inChunks(ids)) {
    modules.push(...(await listTestmomentModules(kysely, some)))
    const enrolled = kysely.selectFrom('enrollment').where('testmoment_id', 'in', some)
    taken.push(
      ...(await enrolled
        .select(({ fn }) => ['testmoment_id', fn.countAll<number>().as('modules')])
        .groupBy(['testmoment_id', 'user_id'])
        .execute()),
    )
    const waiting = kysely.selectFrom('waiting_entry').where('testmoment_id', 'in', some)
    held.push(
      ...(await enrolled
        .select(['testmoment_id', 'module_id'])
        .union(waiting.select(['testmoment_id', 'module_id']))
        .execute()),
    )
  }
  const [listed, counts, holding] = [
    Map.groupBy(modules, ({ testmoment_id }) => testmoment_id),
    Map.groupBy(taken, ({ testmoment_id }) => testmoment_id),
    Map.groupBy(held, ({ testmoment_id }) => testmoment_id),
  ]
  return moments.map((moment) => ({
    ...moment,
    modules: (listed.get(moment.id) ?? []).map(({ id, auto_enroll }) => ({ id, auto_enroll })),
    taken: (counts.get(moment.id) ?? []).map((count) => count.modules),
    held_module_ids: new Set(holding.get(moment.id)?.map(({ module_id }) => module_id)),
  }))
}
