import type { Deps } from '#api-server/context.ts'
import { enrollmentHooks } from '#api-server/facts/enrollment-hooks.ts'
import { requireModules } from '#api-server/facts/module.queries.ts'
import { recordChange, recordChanges } from '#api-server/facts/record-change.ts'
import { requireSchoolyear, type SchoolyearRow } from '#api-server/facts/schoolyear.queries.ts'
import { type TestmomentRow, testmomentColumns } from '#api-server/facts/testmoment.queries.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import { describeTestmoments } from '#api-server/testmoments/list-testmoments.ts'
import type { CopyReply } from '#contract/schoolyears.calls.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import { noneMade } from '#domain/enrollments/automatic.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import type { Copies, CopySource, TestmomentCopy } from '#domain/testmoments/copy.schema.ts'
import { copiedText } from '#domain/testmoments/copy.texts.ts'
import { placeRefusal, tidyLocation } from '#domain/testmoments/place.rules.ts'
import { byStart, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { testmomentFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { newTestmoment, scheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import { Problem } from '#server/problem.ts'
import { requireConfirmation } from '../platform/edits.ts'
import { findRecesses } from './recesses.ts'

/** Assesses what one school year can copy from another, with remarks about its own days. Throws `not-found`. */
export async function assessCopy(kysely: Kysely, { id, source_id }: { id: number; source_id: number }) {
  const schoolyear = await requireSchoolyear(kysely, id)
  const source = await requireSchoolyear(kysely, source_id)
  return {
    schoolyear,
    source,
    testmoments: await listCopySources(kysely, source_id),
    taken: await listDays(kysely, id),
    recesses: await findRecesses(kysely, id),
  }
}

async function listCopySources(kysely: Kysely, schoolyearId: number): Promise<CopySource[]> {
  const moments = await kysely
    .selectFrom('testmoment')
    .select(['id', ...testmomentFieldNames])
    .select(({ selectFrom, fn }) =>
      selectFrom('testmoment_room')
        .select(fn.countAll<number>().as('count'))
        .whereRef('testmoment_room.testmoment_id', '=', 'testmoment.id')
        .$asScalar()
        .$notNull()
        .as('rooms'),
    )
    .where('schoolyear_id', '=', schoolyearId)
    .execute()
  const modules = await kysely
    .selectFrom('testmoment_module')
    .innerJoin('testmoment', 'testmoment.id', 'testmoment_module.testmoment_id')
    .innerJoin('module', 'module.id', 'testmoment_module.module_id')
    .select(['testmoment_id', 'module.id', 'module.name', 'testmoment_module.auto_enroll', 'active', 'archived'])
    .where('schoolyear_id', '=', schoolyearId)
    .orderBy('module.name')
    .execute()
  const listed = Map.groupBy(modules, ({ testmoment_id }) => testmoment_id)
  return moments.toSorted(byStart).map(({ enrollments_enabled, ...moment }) => ({
    ...moment,
    modules: (listed.get(moment.id) ?? []).map(({ id, name, auto_enroll, active, archived }) => ({
      id,
      name,
      auto_enroll,
      usable: active && !archived,
    })),
  }))
}

async function listDays(kysely: Kysely, schoolyearId: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('testmoment')
    .select('date')
    .where('schoolyear_id', '=', schoolyearId)
    .orderBy('date')
    .execute()
  return rows.map(({ date }) => date)
}

interface Copying {
  id: number
  copies: Copies
  actorId: number
  confirmed?: string | undefined
}

/**
 * Adds copies of another year's moments to a school year: closed, with their modules, all or none. In the active year,
 * automatic enrollment takes effect at once, as when switched on by hand. A second copy, by a double click or in another
 * window, needs confirmation since its days are taken by then. Throws `not-found`, `module-unknown`, `confirmation-needed`, a
 * `PlaceRefusal` or a `ScheduleRefusal`.
 */
export async function copyTestmoments(
  { database, clock }: Deps,
  { id, copies: { source_id, testmoments }, actorId, confirmed }: Copying,
): Promise<CopyReply> {
  const copies = testmoments.map((copy) => ({ ...copy, location: tidyLocation(copy.location) }))
  for (const copy of copies) requirePossible(copy, clock())
  return database.transaction(async (trx) => {
    await lockSchool(trx)
    const schoolyear = await requireSchoolyear(trx, id)
    const source = await requireSchoolyear(trx, source_id)
    const named = new Set(copies.flatMap(({ modules }) => modules.map((module) => module.id)))
    for (const some of inChunks([...named])) await requireModules(trx, some)
    const taken = new Set(await listDays(trx, id))
    const beside = copies.filter(({ date }) => taken.has(date)).length

    const now = clock()
    const moments = await addCopies(trx, { copies, schoolyear }, now)
    const ids = moments.map((moment) => moment.id)
    const about = copiedText(ids.length, source.name)
    await recordChange(trx, { actorId, action: 'copied', resource: 'schoolyear', resourceId: id, about }, now)
    const details = new Map(ids.map((made) => [made, { about: source.name }]))
    await recordChanges(trx, { actorId, action: 'copied', resource: 'testmoment', resourceIds: ids, details }, now)

    const automatic = schoolyear.active ? automaticModules(copies, now) : new Set<number>()
    const automatic_on = automatic.size > 0
    const made = automatic_on ? await enrollmentHooks().enrollStudents(trx, { moduleIds: automatic }, clock) : noneMade
    requireConfirmation({ ...noConsequences, ...made, automatic_on, testmoments_beside_others: beside }, confirmed)
    return { entities: await describeTestmoments(trx, moments), ...made }
  })
}

/** Throws the refusals of creating a moment by hand. */
function requirePossible({ modules, ...copy }: TestmomentCopy, now: number): void {
  const moment = { ...newTestmoment, date: copy.date, duration: copy.duration, starts_at: copy.starts_at }
  const refusal = placeRefusal(copy) ?? scheduleRefusal(moment, copy, now)
  if (refusal) throw new Problem(refusal)
}

/** Ids of modules with automatic enrollment at a current moment. */
const automaticModules = (copies: readonly TestmomentCopy[], now: number): Set<number> =>
  new Set(
    copies
      .filter((copy) => isCurrent(copy, now))
      .flatMap(({ modules }) => modules.filter(({ auto_enroll }) => auto_enroll).map((module) => module.id)),
  )

async function addCopies(
  trx: Transaction,
  { copies, schoolyear }: { copies: readonly TestmomentCopy[]; schoolyear: SchoolyearRow },
  now: number,
) {
  const created_at = new Date(now).toISOString()
  const moments: TestmomentRow[] = []
  for (const copy of copies.toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date))) {
    const fields = pick({ ...newTestmoment, ...copy, enrollments_enabled: false }, testmomentFieldNames)
    // One at a time: of two equal moments inserted together, the returned ids could not be matched to their modules.
    const moment = await trx
      .insertInto('testmoment')
      .values({ ...fields, schoolyear_id: schoolyear.id, created_at })
      .returning(testmomentColumns)
      .executeTakeFirstOrThrow()
    moments.push(moment)
    const modules = new Map(copy.modules.map(({ id, auto_enroll }) => [id, auto_enroll]))
    const rows = [...modules].map(([module_id, auto_enroll]) => ({ testmoment_id: moment.id, module_id, auto_enroll }))
    for (const some of inChunks(rows)) await trx.insertInto('testmoment_module').values(some).execute()
  }
  return moments
}
