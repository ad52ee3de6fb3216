import type { Kysely } from '#database/tables.ts'
import { FEWEST_COUNTED } from '#domain/results/result.rules.ts'
import type { FirstSteps } from '#domain/statistics/statistics.schema.ts'
import { columnsReaching } from '#domain/users/roles.ts'

/** Counts accounts by their combination of roles, and how many of them are new since an ISO instant. */
export const countAccountsByRoles = (kysely: Kysely, since: string) =>
  kysely
    .selectFrom('user')
    .select(({ fn }) => [
      'roles',
      fn.countAll<number>().as('accounts'),
      fn.countAll<number>().filterWhere('created_at', '>=', since).as('new_accounts'),
    ])
    .groupBy('roles')
    .execute()

interface Week {
  name: string
  /** ISO instants; `until` is the first one after the week */
  from: string
  until: string
}

/**
 * Counts the enrollments in a school year that were made in each week. Each week is a subquery, for which an index finds the
 * beginning and the end. On SQLite, one query that groups enrollments by week takes seventeen times as long.
 */
export const countEnrollmentsInWeeks = (
  kysely: Kysely,
  { schoolyearId, weeks }: { schoolyearId: number; weeks: readonly Week[] },
) =>
  kysely
    .selectNoFrom(({ selectFrom }) =>
      weeks.map(({ name, from, until }) =>
        selectFrom('enrollment')
          .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
          .select(({ fn }) => fn.countAll<number>().as('enrollments'))
          .where('testmoment.schoolyear_id', '=', schoolyearId)
          .where('enrollment.created_at', '>=', from)
          .where('enrollment.created_at', '<', until)
          .as(name),
      ),
    )
    .executeTakeFirstOrThrow()

export const countPublishedResults = (kysely: Kysely, schoolyearId: number) =>
  kysely
    .selectFrom('testmoment')
    .innerJoin('enrollment', 'enrollment.testmoment_id', 'testmoment.id')
    .innerJoin('result', 'result.enrollment_id', 'enrollment.id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select(['enrollment.testmoment_id', 'enrollment.module_id', 'module.name'])
    .select(({ fn }) => [
      fn.countAll<number>().as('counted'),
      fn.countAll<number>().filterWhere('result.published_outcome', '=', 'passed').as('passed'),
    ])
    .where('testmoment.schoolyear_id', '=', schoolyearId)
    .where('result.published_outcome', 'is not', null)
    .groupBy(['enrollment.testmoment_id', 'enrollment.module_id', 'module.name'])
    .execute()

/**
 * Counts the published results of a school year, and the students who have them, by their current department and class group.
 * Results of a module at a moment with too few of them do not count here either.
 */
export const countByClassGroup = (kysely: Kysely, schoolyearId: number) =>
  kysely
    .with('published', (here) =>
      here
        .selectFrom('testmoment')
        .innerJoin('enrollment', 'enrollment.testmoment_id', 'testmoment.id')
        .innerJoin('result', 'result.enrollment_id', 'enrollment.id')
        .select(['enrollment.user_id', 'result.published_outcome'])
        .select(({ fn }) =>
          fn
            .countAll<number>()
            .over((over) => over.partitionBy(['enrollment.testmoment_id', 'enrollment.module_id']))
            .as('together'),
        )
        .where('testmoment.schoolyear_id', '=', schoolyearId)
        .where('result.published_outcome', 'is not', null),
    )
    .selectFrom('published')
    .innerJoin('user', 'user.id', 'published.user_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select(['education_department.id as department_id', 'education_department.name as department_name'])
    .select('user.class_group')
    .select(({ fn }) => [
      fn.count<number>('published.user_id').distinct().as('students'),
      fn.countAll<number>().as('counted'),
      fn.countAll<number>().filterWhere('published.published_outcome', '=', 'passed').as('passed'),
    ])
    .where('published.together', '>=', FEWEST_COUNTED)
    .groupBy(['education_department.id', 'education_department.name', 'user.class_group'])
    .execute()

/** Counts, for each moment of a school year, the students whose attendance was ticked, and those who were present. */
export const countPresence = (kysely: Kysely, schoolyearId: number) =>
  kysely
    .selectFrom('testmoment')
    .innerJoin('enrollment', 'enrollment.testmoment_id', 'testmoment.id')
    .innerJoin('presence', 'presence.enrollment_id', 'enrollment.id')
    .select('enrollment.testmoment_id')
    .select(({ fn }) => [
      fn.count<number>('enrollment.user_id').distinct().as('ticked'),
      // A student who was present at one of two tests counts as present.
      fn.count<number>('enrollment.user_id').distinct().filterWhere('presence.status', '!=', 'absent').as('present'),
    ])
    .where('testmoment.schoolyear_id', '=', schoolyearId)
    .groupBy('enrollment.testmoment_id')
    .execute()

/** Counts the chairs in each room of a school year's divided moments from a day on, and the students there who were present. */
export const countInRooms = (kysely: Kysely, { schoolyearId, from }: { schoolyearId: number; from: string | null }) =>
  kysely
    .selectFrom('testmoment')
    .innerJoin('testmoment_room', 'testmoment_room.testmoment_id', 'testmoment.id')
    .innerJoin('room', 'room.id', 'testmoment_room.room_id')
    .leftJoin('chair', (join) =>
      join
        .onRef('chair.testmoment_id', '=', 'testmoment_room.testmoment_id')
        .onRef('chair.room_id', '=', 'testmoment_room.room_id'),
    )
    .leftJoin('enrollment', (join) =>
      join
        .onRef('enrollment.testmoment_id', '=', 'chair.testmoment_id')
        .onRef('enrollment.user_id', '=', 'chair.user_id'),
    )
    .leftJoin('presence', 'presence.enrollment_id', 'enrollment.id')
    .select(['testmoment.id as testmoment_id', 'room.id', 'room.name', 'testmoment_room.seats'])
    .select(({ fn }) => [
      fn.count<number>('chair.user_id').distinct().as('taken'),
      // A student who was present at one of two tests counts as present.
      fn.count<number>('chair.user_id').distinct().filterWhere('presence.status', '!=', 'absent').as('present'),
    ])
    .where('testmoment.schoolyear_id', '=', schoolyearId)
    .where('testmoment.divided_at', 'is not', null)
    .$if(from !== null, (query) => query.where('testmoment.date', '>=', from ?? ''))
    .groupBy(['testmoment.id', 'room.id', 'room.name', 'testmoment_room.seats', 'testmoment_room.position'])
    .orderBy('testmoment_room.position')
    .execute()

/** Finds out which first steps a school has taken; each subquery stops at its first row. */
export async function findFirstSteps(kysely: Kysely): Promise<FirstSteps> {
  const found = await kysely
    .selectNoFrom(({ selectFrom }) => [
      // In summer none is active: a school that has held tests is no newcomer.
      selectFrom('schoolyear')
        .select('id')
        .where(({ or, eb, exists, selectFrom: from }) =>
          or([
            eb('active', '=', true),
            exists(from('testmoment').select('testmoment.id').whereRef('schoolyear_id', '=', 'schoolyear.id')),
          ]),
        )
        .limit(1)
        .as('schoolyear'),
      selectFrom('module').select('id').where('archived', '=', false).limit(1).as('modules'),
      selectFrom('education_department_module').select('module_id').limit(1).as('departments'),
      selectFrom('testmoment').select('id').limit(1).as('testmoments'),
      selectFrom('user').select('id').where('roles', 'in', columnsReaching('own-enrollments')).limit(1).as('students'),
      selectFrom('room').select('id').limit(1).as('rooms'),
      selectFrom('testmoment')
        .select('id')
        .where(({ or, eb }) => or([eb('enrollments_enabled', '=', true), eb('enrollments_open_at', 'is not', null)]))
        .limit(1)
        .as('opened'),
      selectFrom('enrollment').select('id').limit(1).as('enrolled'),
    ])
    .executeTakeFirstOrThrow()
  const { schoolyear, modules, departments, testmoments, students, rooms, opened, enrolled } = found
  return {
    schoolyear: schoolyear !== null,
    modules: modules !== null,
    departments: departments !== null,
    testmoments: testmoments !== null,
    students: students !== null,
    rooms: rooms !== null,
    opened: opened !== null || enrolled !== null,
  }
}
