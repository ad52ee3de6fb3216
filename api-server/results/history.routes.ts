import type { ApiContext } from '#api-server/context.ts'
import { requireStudent } from '#api-server/facts/require-user.ts'
import * as historyCalls from '#contract/history.calls.ts'
import { shownChairOfEnrollment } from '#database/queries/chair-of-enrollment.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { type Api, serve } from '#server/operation.ts'

/** Lists all enrollments of a student in all school years, with attendance and result, the latest first. */
const listTests = (kysely: Kysely, userId: number) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .leftJoin('presence', 'presence.enrollment_id', 'enrollment.id')
    .leftJoin('result', 'result.enrollment_id', 'enrollment.id')
    .leftJoin('chair', shownChairOfEnrollment)
    .leftJoin('room', 'room.id', 'chair.room_id')
    .leftJoin('completed_module', (join) =>
      join
        .onRef('completed_module.user_id', '=', 'enrollment.user_id')
        .onRef('completed_module.module_id', '=', 'enrollment.module_id'),
    )
    .select(['enrollment.id', 'enrollment.testmoment_id', 'enrollment.module_id', ...whenAndWhereColumns])
    .select(['schoolyear.name as schoolyear_name', 'module.name as module_name'])
    .select(['module.description as module_description', 'presence.status as presence'])
    .select(['result.published_outcome as outcome', 'result.published_grade as grade', 'result.published_at'])
    .select(['completed_module.created_at as completed_at', 'room.name as room', 'chair.seat_number'])
    .where('enrollment.user_id', '=', userId)
    .orderBy('testmoment.date', 'desc')
    .orderBy('testmoment.id', 'desc')
    .orderBy('module.name')
    .execute()

/** Ids of enrollments whose result was corrected after its first publication. */
async function listCorrected(kysely: Kysely, userId: number): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('result_publication')
    .select('enrollment_id')
    .where('user_id', '=', userId)
    .where('is_correction', '=', true)
    .execute()
  return new Set(rows.map(({ enrollment_id }) => enrollment_id))
}

/** True if past, or with attendance or a published result: unpublished ones must not show, not even through this. */
const isTaken = ({ testmoment, presence, published_at }: TakenTest, now: number): boolean =>
  presence !== null || published_at !== null || !isCurrent(testmoment, now)

export function historyRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, historyCalls, {
    listTakenTests: async ({ caller, params: { id } }) => {
      await requireStudent(database, caller, id)
      const corrected = await listCorrected(database.kysely, id)
      const tests = await listTests(database.kysely, id)
      const now = clock()
      const entities = tests.map(
        ({ outcome, grade, completed_at, room, seat_number, ...test }): TakenTest => ({
          ...pick(test, ['id', 'testmoment_id', 'module_id', 'module_name', 'module_description']),
          ...pick(test, ['schoolyear_name', 'presence', 'published_at']),
          testmoment: pick(test, whenAndWhereFieldNames),
          result: outcome === null ? null : { outcome, grade },
          corrected: corrected.has(test.id),
          is_completed: completed_at !== null,
          ...(room !== null && { chair: { room, seat_number } }),
        }),
      )
      return { entities: entities.filter((test) => isTaken(test, now)), _links: {} }
    },
  })
}
