import type { Deps } from '#api-server/context.ts'
import { countEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { enrollmentHooks } from '#api-server/facts/enrollment-hooks.ts'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import { requireModules } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import {
  requireTestmoment,
  type TestmomentPlace,
  type TestmomentRow,
  testmomentColumns,
} from '#api-server/facts/testmoment.queries.ts'
import { keepSchoolyear, lockStudents, lockTestmoment } from '#api-server/platform/locks.ts'
import type { TestmomentEditReply } from '#contract/testmoments.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import type { Consequences } from '#domain/consequences/consequence.schema.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { aboveSeats, freeSeats } from '#domain/enrollments/waiting.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import { closesEarlier, concernsEnrolled } from '#domain/messages/change.rules.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { momentChangedLabel } from '#domain/messages/message.texts.ts'
import { isOutsideSchoolyear } from '#domain/schoolyears/schoolyear.rules.ts'
import { placeRefusal } from '#domain/testmoments/place.rules.ts'
import { earliestCurrentDay, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type {
  TestmomentCreation,
  TestmomentEdit,
  TestmomentEditPreview,
  TestmomentFields,
} from '#domain/testmoments/testmoment.schema.ts'
import {
  applyEdit,
  countStudentsDoubled,
  newTestmoment,
  scheduleRefusal,
} from '#domain/testmoments/testmoment-edit.rules.ts'
import { listedModuleLabel, testmomentFieldTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { Problem } from '#server/problem.ts'
import { requireConfirmation, requireVersion } from '../platform/edits.ts'
import { describeTestmoment } from './list-testmoments.ts'
import { followSchedule, writeTestmoment } from './testmoment-schedule.ts'

interface TestmomentWish {
  schoolyearId: number
  wish: TestmomentCreation
  actorId: number
  confirmed?: string | undefined
}

/**
 * Adds a closed moment with its modules to a school year. No effect on students: it is closed, and enrolls nobody
 * automatically. Throws `testmoment-starts-closed`, a `PlaceRefusal`, `module-unknown`, `not-found`, `confirmation-needed`.
 */
export async function createTestmoment(
  { database, clock }: Deps,
  { schoolyearId, wish, actorId, confirmed }: TestmomentWish,
): Promise<ManagedTestmoment> {
  const { moment: date, enrollments_enabled, module_ids = [], ...place } = wish
  if (enrollments_enabled) throw new Problem('testmoment-starts-closed')
  const fields = applyEdit({ ...newTestmoment, date }, place, clock())
  const refusal = placeRefusal(fields)
  if (refusal) throw new Problem(refusal)
  return database.transaction(async (trx) => {
    await keepSchoolyear(trx, schoolyearId)
    const modules = await requireModules(trx, [...new Set(module_ids)], { keeps: true })
    const oddities = await assessTestmomentDay(trx, { schoolyear_id: schoolyearId, date })
    requireConfirmation({ ...noConsequences, ...oddities }, confirmed)
    const now = clock()
    const moment = await trx
      .insertInto('testmoment')
      .values({ ...fields, schoolyear_id: schoolyearId, created_at: new Date(now).toISOString() })
      .returning(testmomentColumns)
      .executeTakeFirstOrThrow()
    if (modules.length > 0)
      await trx
        .insertInto('testmoment_module')
        .values(modules.map(({ id }) => ({ testmoment_id: moment.id, module_id: id, auto_enroll: false })))
        .execute()
    const names = modules.map(({ name }) => listedModuleLabel({ name, auto_enroll: false })).toSorted()
    const changes = names.length > 0 ? ({ modules: [[], names] } as const) : undefined
    await recordChange(trx, { actorId, action: 'created', resource: 'testmoment', resourceId: moment.id, changes }, now)
    return describeTestmoment(trx, moment)
  })
}

interface TestmomentEditing {
  place: TestmomentPlace
  edit: TestmomentEdit
  actorId: number
  confirmed?: string | undefined
  message?: WrittenMessage | undefined
}

/**
 * Changes the fields of a moment: days, times, place, limits, and whether and when students may enroll. A planned time that has
 * come takes effect first, so that the edit applies to what students already see. The message goes to the students concerned.
 * Throws `not-found`, `version-stale`, `confirmation-needed`, `enrollments-doubled`, a `PlaceRefusal`, a `ScheduleRefusal` or a
 * refusal of the message's words.
 */
export async function editTestmoment(
  { database, clock }: Deps,
  { place, edit, actorId, confirmed, message }: TestmomentEditing,
): Promise<TestmomentEditReply> {
  return database.transaction(async (trx) => {
    await lockConcerned(trx, place, clock())
    const now = clock()
    const before = await followSchedule(trx, await requireTestmoment(trx, place), now)
    const described = await describeTestmoment(trx, before)
    requireVersion(edit, before, { texts: testmomentFieldTexts(now), reply: described })

    const after = applyEdit(before, edit, now)
    const refusal = placeRefusal(after) ?? scheduleRefusal(before, edit, now)
    if (refusal) throw new Problem(refusal)
    const effects = await assessTestmomentEdit(trx, { before, after }, now)
    const { students_doubled } = effects
    if (students_doubled > 0) throw new Problem('enrollments-doubled', { details: { students_doubled } })
    const change = { before, after, now }
    const concerned = concernsEnrolled(change) ? await listStudentsAtTestmoment(trx, before.id) : []
    if (confirmed !== undefined) {
      const isMoved = after.date !== before.date || after.duration !== before.duration
      const oddities = after.date === before.date ? {} : await assessTestmomentDay(trx, { ...before, date: after.date })
      const notified = {
        ...(isMoved && { students_moved: effects.students_enrolled }),
        ...(concerned.length > 0 && { students_concerned: concerned.length, closes_earlier: closesEarlier(change) }),
      }
      requireConfirmation({ ...noConsequences, ...oddities, ...notified }, confirmed)
    }

    const moment = await writeTestmoment(trx, { before, after, actorId }, now)
    const about = { testmoment_id: before.id, change: 'edited' }
    const label = momentChangedLabel('edited', before)
    const students_messaged = await messageAboutChange(
      trx,
      { written: message, senderId: actorId, about, label, userIds: concerned },
      now,
    )
    return { entity: { ...described, ...moment }, ...effects, students_messaged }
  })
}

/** Locks the moment, and the students of a past one: it may become current again while they enroll elsewhere. */
async function lockConcerned(trx: Transaction, place: TestmomentPlace, now: number): Promise<void> {
  const moment = await requireTestmoment(trx, place)
  if (!isCurrent(moment, now)) await lockStudents(trx, await listStudentsAtTestmoment(trx, moment.id))
  await lockTestmoment(trx, moment.id)
}

/** Previews the effects of an edit. Throws `not-found`. */
export async function previewTestmomentEdit(
  { kysely }: Database,
  { id, edit }: { id: number; edit: TestmomentEdit },
  now: number,
): Promise<TestmomentEditPreview> {
  const before = await requireTestmoment(kysely, { id })
  return assessTestmomentEdit(kysely, { before, after: applyEdit(before, edit, now) }, now)
}

/** Finds what is unusual, though allowed, about a moment that begins on this day. `id` is left out for a new moment. */
async function assessTestmomentDay(
  kysely: Kysely,
  { schoolyear_id, date, id = 0 }: { schoolyear_id: number; date: string; id?: number },
): Promise<Pick<Consequences, 'testmoments_same_day' | 'outside_schoolyear'>> {
  const { name } = await requireSchoolyear(kysely, schoolyear_id)
  const { others } = await kysely
    .selectFrom('testmoment')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('schoolyear_id', '=', schoolyear_id)
    .where('date', '=', date)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return { testmoments_same_day: others, outside_schoolyear: isOutsideSchoolyear(name, date) }
}

/** Fields that decide whether students can enroll at a moment. */
const momentFields = [
  'date',
  'duration',
  'enrollments_enabled',
  'enrollments_close_at',
  'max_enrollments',
] as const satisfies readonly (keyof TestmomentFields & keyof MomentFacts)[]

async function assessTestmomentEdit(
  kysely: Kysely,
  { before, after }: { before: TestmomentRow; after: TestmomentFields },
  now: number,
): Promise<TestmomentEditPreview> {
  const testmomentId = before.id
  const [enrolled] = await countEnrollments(kysely, [testmomentId])
  const elsewhere = await listEnrollmentsAtOtherMoments(kysely, { testmomentId, from: earliestCurrentDay(now) })
  const limit = after.max_enrollments
  const taken = enrolled?.students ?? 0
  return {
    students_enrolled: taken,
    students_above_limit: limit === 0 ? 0 : await countStudentsAboveLimit(kysely, { testmomentId, limit }),
    students_above_seats: aboveSeats({ seats: after.seats, taken }),
    students_promoted: await countPromoted(kysely, { before, after, taken }, now),
    students_doubled: countStudentsDoubled({ before, after, now }, elsewhere),
  }
}

/** Counts waiting students who would get a seat if the number of seats grows. */
export async function countPromoted(
  kysely: Kysely,
  { before, after, taken }: { before: TestmomentRow; after: TestmomentFields; taken: number },
  now: number,
): Promise<number> {
  if (before.seats === 0 || (after.seats > 0 && after.seats <= before.seats)) return 0
  const limit = freeSeats({ seats: after.seats, taken, claimed: 0 })
  return (
    await enrollmentHooks().findClaimants(kysely, { moment: before, now, limit, wished: pick(after, momentFields) })
  ).size
}

/**
 * Lists enrollments of a moment's students in the same modules at the other moments of its school year that begin on
 * `from` ('YYYY-MM-DD') or later.
 */
const listEnrollmentsAtOtherMoments = (
  kysely: Kysely,
  { testmomentId, from }: { testmomentId: number; from: string },
) =>
  kysely
    .selectFrom('enrollment as here')
    .innerJoin('testmoment', 'testmoment.id', 'here.testmoment_id')
    .innerJoin('enrollment as there', (join) =>
      join
        .onRef('there.user_id', '=', 'here.user_id')
        .onRef('there.module_id', '=', 'here.module_id')
        .onRef('there.testmoment_id', '<>', 'here.testmoment_id'),
    )
    .innerJoin('testmoment as other', (join) =>
      join.onRef('other.id', '=', 'there.testmoment_id').onRef('other.schoolyear_id', '=', 'testmoment.schoolyear_id'),
    )
    .select(['here.user_id', 'other.date', 'other.duration'])
    .where('here.testmoment_id', '=', testmomentId)
    .where('other.date', '>=', from)
    .execute()

async function countStudentsAboveLimit(
  kysely: Kysely,
  { testmomentId, limit }: { testmomentId: number; limit: number },
): Promise<number> {
  const { students } = await kysely
    .selectFrom((query) =>
      query
        .selectFrom('enrollment')
        .select('user_id')
        .where('testmoment_id', '=', testmomentId)
        .groupBy('user_id')
        .having(({ fn }) => fn.countAll(), '>', limit)
        .as('above'),
    )
    .select(({ fn }) => fn.countAll<number>().as('students'))
    .executeTakeFirstOrThrow()
  return students
}

export async function listStudentsAtTestmoment(kysely: Kysely, testmomentId: number): Promise<number[]> {
  const rows = await kysely
    .selectFrom('enrollment')
    .select('user_id')
    .distinct()
    .where('testmoment_id', '=', testmomentId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
