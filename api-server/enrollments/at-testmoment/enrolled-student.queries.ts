import { sql } from 'kysely'
import { contains } from '#api-server/facts/user-search.ts'
import { rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Kysely } from '#database/tables.ts'
import type { enrolledStudentSorts } from '#domain/enrollments/enrolled-student.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import { rolesOf } from '#domain/users/roles.ts'

interface StudentsQuestion {
  testmomentId: number
  moduleId: number | undefined
  /** folded; each must occur in name, address or student number */
  words: readonly string[]
}

export type StudentSort = (typeof enrolledStudentSorts)[number]

/** Position of a student in a list: sort key, then name, then id. */
export type StudentPlace = readonly [key: string, name: string, id: number]

/** Sort keys as text; students without a value come last. */
const keys = {
  name: sql<string>`"user".last_name_key`,
  student_number: sql<string>`coalesce('0' || "user".student_number, '1')`,
  department: sql<string>`coalesce('0' || lower(education_department.name), '1')`,
  enrolled: sql<string>`here.enrolled_at`,
} satisfies Record<StudentSort, unknown>

/** Students that match, each once. A moment has at most some thousands, so they are gathered before sorting. */
const found = (kysely: Kysely, { testmomentId, moduleId, words }: StudentsQuestion) =>
  kysely
    .selectFrom((from) =>
      from
        .selectFrom('enrollment')
        .select(({ fn }) => ['enrollment.user_id', fn.min('enrollment.created_at').as('enrolled_at')])
        .where('enrollment.testmoment_id', '=', testmomentId)
        .groupBy('enrollment.user_id')
        .$if(moduleId !== undefined, (all) =>
          all.having(
            ({ fn, case: when }) =>
              fn.max(
                when()
                  .when('enrollment.module_id', '=', moduleId ?? 0)
                  .then(1)
                  .else(0)
                  .end(),
              ),
            '=',
            1,
          ),
        )
        .as('here'),
    )
    .innerJoin('user', 'user.id', 'here.user_id')
    .where(({ and, ref }) => and(words.map((word) => contains(ref('user.search_text'), word))))

export async function countFound(kysely: Kysely, question: StudentsQuestion): Promise<number> {
  const { students } = await found(kysely, question)
    .select(({ fn }) => fn.countAll<number>().as('students'))
    .executeTakeFirstOrThrow()
  return students
}

export async function listFoundIds(kysely: Kysely, question: StudentsQuestion): Promise<number[]> {
  const rows = await found(kysely, question)
    .select('user.id')
    .orderBy('user.last_name_key')
    .orderBy('user.id')
    .execute()
  return rows.map(({ id }) => id)
}

interface PageQuestion extends StudentsQuestion {
  sort: StudentSort
  direction: 'asc' | 'desc'
  after: StudentPlace | undefined
  limit: number
}

export const listFound = (kysely: Kysely, { sort, direction, after, limit, ...question }: PageQuestion) =>
  found(kysely, question)
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select([
      'user.id',
      'user.username',
      'user.first_name',
      'user.last_name',
      'user.last_name_key',
      'user.student_number',
      'user.class_group',
      'education_department.name as department',
      keys[sort].as('key'),
    ])
    .$if(after !== undefined, (all) =>
      all.where(({ eb }) =>
        eb(
          sql`(${keys[sort]}, "user".last_name_key, "user".id)`,
          direction === 'asc' ? '>' : '<',
          sql`(${sql.join(after ?? [])})`,
        ),
      ),
    )
    .orderBy(keys[sort], direction)
    .orderBy('user.last_name_key', direction)
    .orderBy('user.id', direction)
    .limit(limit)
    .execute()

export async function listTestsOf(kysely: Kysely, testmomentId: number, userIds: readonly number[]) {
  const tests = await rowsInChunks(userIds, (ids) => testsOf(kysely, testmomentId, ids))
  return Map.groupBy(tests, ({ user_id }) => user_id)
}

async function testsOf(kysely: Kysely, testmomentId: number, userIds: readonly number[]) {
  const rows = await kysely
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .leftJoin('user as maker', 'maker.id', 'enrollment.maker_id')
    .select([
      'enrollment.id',
      'enrollment.user_id',
      'enrollment.module_id',
      'module.name as module_name',
      'enrollment.created_at',
      'enrollment.maker',
      'maker.username',
      'maker.first_name',
      'maker.last_name',
    ])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .where('enrollment.user_id', 'in', userIds)
    .orderBy('module.name')
    .orderBy('enrollment.id')
    .execute()
  return rows.map(({ username, first_name, last_name, ...test }) => ({
    ...test,
    maker_name:
      username === null ? null : personLabel({ username, first_name: first_name ?? '', last_name: last_name ?? '' }),
  }))
}

/** Each student counts once, however many modules they take there. */
export async function countAbsent(kysely: Kysely, testmomentId: number) {
  const { noted, absent } = await kysely
    .selectFrom('enrollment')
    .innerJoin('presence', 'presence.enrollment_id', 'enrollment.id')
    .select(({ fn }) => [
      fn.count<number>('enrollment.user_id').distinct().as('noted'),
      fn.count<number>(ABSENT_USER).distinct().as('absent'),
    ])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .executeTakeFirstOrThrow()
  return { noted, absent }
}

/** User id if absent, else null, which `count` skips. */
const ABSENT_USER = sql<number>`case when presence.status = 'absent' then enrollment.user_id end`

export const countByModule = (kysely: Kysely, testmomentId: number) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .leftJoin('presence', 'presence.enrollment_id', 'enrollment.id')
    .select(({ fn }) => ['module.id', 'module.name', fn.countAll<number>().as('students')])
    .select(({ fn }) => fn.count<number>(ABSENT_USER).as('absent'))
    .where('enrollment.testmoment_id', '=', testmomentId)
    .groupBy(['module.id', 'module.name'])
    .orderBy('module.name')
    .execute()

export async function findPeople(kysely: Kysely, userIds: readonly number[]) {
  const people = await rowsInChunks(userIds, (ids) => peopleWith(kysely, ids))
  return new Map(people.map(({ roles, ...person }) => [person.id, { ...person, roles: rolesOf({ roles }) }]))
}

const peopleWith = (kysely: Kysely, ids: readonly number[]) =>
  kysely
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'student_number', 'roles'])
    .where('id', 'in', ids)
    .execute()

export const findModuleNames = (kysely: Kysely, moduleIds: readonly number[]) =>
  moduleIds.length === 0
    ? Promise.resolve([])
    : kysely.selectFrom('module').select(['id', 'name']).where('id', 'in', moduleIds).orderBy('name').execute()
