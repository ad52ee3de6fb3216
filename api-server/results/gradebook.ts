import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { listCompletions } from '#api-server/facts/module.queries.ts'
import { resultOf } from '#api-server/facts/result.queries.ts'
import { requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { countMatching, findMatchingSorted, type Wanted, wantedBy } from '#api-server/facts/user-search.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import type { Kysely, Tables } from '#database/tables.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { gradebookCells, type Try } from '#domain/results/gradebook.rules.ts'
import type { GradebookFilter, GradebookModule, GradebookRow } from '#domain/results/gradebook.schema.ts'
import { compareDutch } from '#domain/users/names.ts'
import { columnsReaching } from '#domain/users/roles.ts'

export interface Gradebook {
  schoolyear: string
  schoolyearId: number
  filter: GradebookFilter
  wanted: Wanted
}

/** Throws `not-found` if there is no such school year. `now` in ms since the epoch. */
export async function openGradebook(
  kysely: Kysely,
  { schoolyearId, filter }: { schoolyearId: number; filter: GradebookFilter },
  now: number,
): Promise<Gradebook> {
  const { name, active } = await requireSchoolyear(kysely, schoolyearId)
  const { uncompleted, ...ofUsers } = filter
  const { words, conditions } = wantedBy(ofUsers, now)
  const isEnrolled = is.exists(enrolledIn(schoolyearId))
  const belongs = active ? is.or([is('user.roles', 'in', columnsReaching('own-enrollments')), isEnrolled]) : isEnrolled
  const lacks = uncompleted === undefined ? [] : [lacksCompletion(schoolyearId, uncompleted)]
  return { schoolyear: name, schoolyearId, filter, wanted: { words, conditions: [...conditions, belongs, ...lacks] } }
}

const is = expressionBuilder<Tables, 'user'>()

const enrolledIn = (schoolyearId: number) =>
  is
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select('enrollment.id')
    .whereRef('enrollment.user_id', '=', 'user.id')
    .where('testmoment.schoolyear_id', '=', schoolyearId)

/**
 * Condition that a user has not completed this module, or (`any`) at least one module. It looks only at the modules of the
 * user: those that their department offers, and those in which they are enrolled in the year. An inactive module of the
 * department counts only if it is named by id.
 */
function lacksCompletion(schoolyearId: number, moduleId: number | 'any'): Expression<SqlBool> {
  const offered = is
    .selectFrom('education_department_module as offered')
    .innerJoin('module', 'module.id', 'offered.module_id')
    .select('offered.module_id')
    .whereRef('offered.education_department_id', '=', 'user.education_department_id')
    .where(isUncompleted('offered.module_id'))
  const taken = enrolledIn(schoolyearId).where(isUncompleted('enrollment.module_id'))
  return moduleId === 'any'
    ? is.or([is.exists(offered.where('module.active', '=', true)), is.exists(taken)])
    : is.or([
        is.exists(offered.where('offered.module_id', '=', moduleId)),
        is.exists(taken.where('enrollment.module_id', '=', moduleId)),
      ])
}

/** Condition that the user has not completed the module of this column. */
const isUncompleted = (moduleId: 'offered.module_id' | 'enrollment.module_id'): Expression<SqlBool> =>
  is.not(
    is.exists(
      is
        .selectFrom('completed_module')
        .select('completed_module.module_id')
        .whereRef('completed_module.user_id', '=', 'user.id')
        .where('completed_module.module_id', '=', sql<number>`${sql.ref(moduleId)}`),
    ),
  )

/** Lists all modules by name. A module named by the filter is always `expected`. */
export async function listGradebookModules(
  kysely: Kysely,
  { filter: { department, uncompleted } }: Gradebook,
): Promise<GradebookModule[]> {
  const modules = await kysely.selectFrom('module').select(['id', 'name', 'active']).execute()
  const offered = typeof department === 'number' ? await listOffered(kysely, department) : null
  return modules
    .map(({ id, name, active }) => ({
      ...{ id, name },
      expected: id === uncompleted || (active && (offered === null || offered.has(id))),
    }))
    .toSorted((one, other) => compareDutch(one.name, other.name))
}

async function listOffered(kysely: Kysely, departmentId: number): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('education_department_module')
    .select('module_id')
    .where('education_department_id', '=', departmentId)
    .execute()
  return new Set(rows.map(({ module_id }) => module_id))
}

export const countGradebook = (kysely: Kysely, { wanted }: Gradebook): Promise<number> => countMatching(kysely, wanted)

const placeSchema = z.tuple([z.string().regex(/^\P{Cc}*$/u), idSchema])

/**
 * One page of rows by last name, and the cursor of the next page if there is one: five queries for any number of modules.
 * Throws `request-malformed` on a cursor that is not ours.
 */
export async function pageGradebook(
  kysely: Kysely,
  { schoolyearId, wanted }: Gradebook,
  { size, cursor }: { size: number; cursor?: string | undefined },
): Promise<{ rows: GradebookRow[]; next: string | undefined }> {
  const [key, id] = readCursor(cursor, placeSchema) ?? []
  const found = await findMatchingSorted(kysely, {
    ...wanted,
    by: 'last_name_key',
    direction: 'asc',
    after: key === undefined || id === undefined ? undefined : { key, id },
    limit: size + 1,
  })
  const { shown, last } = pageOf(found, size)
  const ids = shown.map((user) => user.id)
  return { rows: await listRows(kysely, schoolyearId, ids), next: last && writeCursor([last.key, last.id]) }
}

async function listRows(kysely: Kysely, schoolyearId: number, ids: Ids): Promise<GradebookRow[]> {
  if (ids.length === 0) return []
  const students = new Map((await studentsOf(kysely, ids)).map((student) => [student.id, student]))
  const order = await readMomentOrder(kysely, schoolyearId)
  const tries = Map.groupBy(await publishedOf(kysely, ids), ({ user_id }) => user_id)
  const completions = Map.groupBy(await listCompletions(kysely, ids), ({ user_id }) => user_id)
  return ids.flatMap((id) => {
    const student = students.get(id)
    // Deleted between the queries.
    if (!student) return []
    const completed = new Set((completions.get(id) ?? []).map(({ module_id }) => module_id))
    return [{ ...student, cells: gradebookCells(triesInOrder(order, tries.get(id) ?? []), completed) }]
  })
}

const studentsOf = compiledBySize((kysely, ids: Ids) =>
  kysely
    .selectFrom('user')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select(['user.id', 'user.username', 'user.first_name', 'user.last_name', 'user.student_number'])
    .select(['user.class_group', 'education_department.name as education_department_name'])
    .where('user.id', 'in', ids),
)

/** Position of each moment of the year in order of date, by moment id. */
async function readMomentOrder(kysely: Kysely, schoolyearId: number): Promise<ReadonlyMap<number, number>> {
  const moments = await kysely
    .selectFrom('testmoment')
    .select('id')
    .where('schoolyear_id', '=', schoolyearId)
    .orderBy('date')
    .orderBy('id')
    .execute()
  return new Map(moments.map(({ id }, position) => [id, position]))
}

/**
 * Published results of these students in all years, without withdrawn ones. The year is no condition here: SQLite would then
 * begin at the year's moments and read all its results for a page of 50 students (700 ms instead of 20).
 */
const publishedOf = compiledBySize((kysely, ids: Ids) =>
  kysely
    .selectFrom('result')
    .innerJoin('enrollment', 'enrollment.id', 'result.enrollment_id')
    .select(['result.user_id', 'enrollment.module_id', 'enrollment.testmoment_id'])
    .select(['result.published_outcome', 'result.published_grade'])
    .where('result.user_id', 'in', ids)
    .where('result.published_outcome', 'is not', null),
)

type Published = Awaited<ReturnType<typeof publishedOf>>[number]

/** Results at the moments in `order`, sorted by it. */
function triesInOrder(order: ReadonlyMap<number, number>, published: readonly Published[]): Try[] {
  const positionOf = ({ testmoment_id }: { testmoment_id: number }) => order.get(testmoment_id) ?? 0
  return published
    .filter(({ testmoment_id }) => order.has(testmoment_id))
    .flatMap(({ module_id, testmoment_id, published_outcome, published_grade }) => {
      const value = resultOf(published_outcome, published_grade)
      return value ? [{ module_id, testmoment_id, value }] : []
    })
    .toSorted((one, other) => positionOf(one) - positionOf(other))
}
