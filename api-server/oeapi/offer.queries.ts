import { type SqlBool, sql } from 'kysely'
import type { Kysely } from '#database/tables.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { COMPONENT_TYPE, PROGRAMME_TYPE, RESULT_TYPE, SESSION_TYPE } from '#domain/oeapi/mapping.rules.ts'
import { earliestCurrentDay } from '#domain/testmoments/testmoment.rules.ts'
import { columnsReaching } from '#domain/users/roles.ts'
import { conditionsOf, constant, type FilterableFields, isConstant } from './filters.ts'
import { instantIn, type Question, wordIn } from './question.ts'
import { withRooms } from './room.queries.ts'
import { byId, containsText, readPage } from './rows.ts'

// Queries for the offer that other systems read: school years, departments, modules, and modules at moments.

const text = (column: string) => sql<string>`${sql.ref(column)}`

/** School years with the days of their moments, for the span of those without years in their name. */
const schoolyears = (kysely: Kysely) =>
  kysely.selectFrom('schoolyear').select(({ selectFrom }) => {
    const moments = selectFrom('testmoment').whereRef('testmoment.schoolyear_id', '=', 'schoolyear.id')
    return [
      'schoolyear.id',
      'schoolyear.name',
      'schoolyear.created_at',
      moments.select(({ fn }) => fn.min('testmoment.date').as('first')).as('first_day'),
      moments
        .where('testmoment.duration', '=', 'day')
        .select(({ fn }) => fn.max('testmoment.date').as('last'))
        .as('last_day'),
      moments
        .where('testmoment.duration', '=', 'week')
        .select(({ fn }) => fn.max('testmoment.date').as('last'))
        .as('last_week'),
    ]
  })

export type SchoolyearRow = Awaited<ReturnType<typeof listSchoolyears>>['rows'][number]

const byName = (table: 'schoolyear' | 'education_department' | 'module'): FilterableFields => ({
  'primaryCode.code': { kind: 'text', column: text(`${table}.name`) },
})

export const listSchoolyears = (kysely: Kysely, question: Question) =>
  readPage(
    schoolyears(kysely),
    question,
    [
      ...conditionsOf(
        question.filters,
        { ...byName('schoolyear'), academicSessionType: constant(SESSION_TYPE) },
        question.scopes,
      ),
      ...named('schoolyear', question),
      ...isConstant(question, 'academicSessionType', SESSION_TYPE),
    ],
    byId('schoolyear.id'),
  )

export const findSchoolyear = (kysely: Kysely, id: number) =>
  schoolyears(kysely).where('schoolyear.id', '=', id).executeTakeFirst()

function named(table: 'schoolyear' | 'education_department' | 'module', { given }: Question) {
  const code = given.get('primaryCode')
  return code === undefined ? [] : [sql<SqlBool>`${text(`${table}.name`)} = ${code}`]
}

const found = (columns: readonly string[], { given }: Question) => {
  const part = given.get('q')
  return part === undefined || part === '' ? [] : [containsText(columns.map(text), part)]
}

const departments = (kysely: Kysely) =>
  kysely.selectFrom('education_department').select(['education_department.id', 'education_department.name'])

export type DepartmentRow = Awaited<ReturnType<typeof listDepartments>>['rows'][number]

export const listDepartments = (kysely: Kysely, question: Question) =>
  readPage(
    departments(kysely),
    question,
    [
      ...conditionsOf(
        question.filters,
        { ...byName('education_department'), programmeType: constant(PROGRAMME_TYPE) },
        question.scopes,
      ),
      ...isConstant(question, 'programmeType', PROGRAMME_TYPE),
      ...named('education_department', question),
      ...found(['education_department.name'], question),
    ],
    byId('education_department.id'),
  )

export const findDepartment = (kysely: Kysely, id: number) =>
  departments(kysely).where('education_department.id', '=', id).executeTakeFirst()

const modules = (kysely: Kysely) =>
  kysely
    .selectFrom('module')
    .select(['module.id', 'module.name as module_name', 'module.description', 'module.active as module_active'])

export type ModuleRow = Awaited<ReturnType<typeof listModules>>['rows'][number]

const moduleFields: FilterableFields = {
  ...byName('module'),
  componentType: constant(COMPONENT_TYPE),
  resultValueType: constant(RESULT_TYPE),
  abbreviation: { kind: 'text', column: text('module.name') },
  state: { kind: 'text', column: sql`case when ${sql.ref('module.active')} then 'active' else 'inactive' end` },
}

export const listModules = (kysely: Kysely, question: Question) =>
  readPage(
    modules(kysely),
    question,
    [
      ...conditionsOf(question.filters, moduleFields, question.scopes),
      ...named('module', question),
      ...resultExpected(question),
      ...found(['module.name', 'module.description'], question),
    ],
    byId('module.id'),
  )

export const findModule = (kysely: Kysely, id: number) => modules(kysely).where('module.id', '=', id).executeTakeFirst()

/** Values of `user.roles` that are published: only the sole role of a student. */
export const PUBLISHED_ROLES: readonly string[] = columnsReaching('own-enrollments').filter(
  (roles) => !roles.includes(' '),
)

/** Modules that can be taken at moments, and those that students are enrolled in there, whatever is offered by now. */
const offered = (kysely: Kysely) =>
  kysely
    .selectFrom('testmoment')
    .innerJoin('module', (join) => join.onTrue())
    .where(({ and, or, not, exists, selectFrom }) => {
      const listed = selectFrom('testmoment_module')
        .select('testmoment_module.module_id')
        .whereRef('testmoment_module.testmoment_id', '=', 'testmoment.id')
      return or([
        exists(listed.whereRef('testmoment_module.module_id', '=', 'module.id')),
        and([sql<SqlBool>`${sql.ref('module.active')}`, not(exists(listed))]),
        exists(
          selectFrom('enrollment')
            .select('enrollment.id')
            .whereRef('enrollment.testmoment_id', '=', 'testmoment.id')
            .whereRef('enrollment.module_id', '=', 'module.id'),
        ),
      ])
    })

const offerings = (kysely: Kysely) =>
  offered(kysely)
    .select([
      'testmoment.id as testmoment_id',
      'testmoment.schoolyear_id',
      'testmoment.date',
      'testmoment.duration',
      'testmoment.starts_at',
      'testmoment.ends_at',
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_open_at',
      'testmoment.enrollments_close_at',
      'testmoment.seats',
      'module.id as module_id',
      'module.name as module_name',
      'module.description',
      'module.active as module_active',
    ])
    .select(({ selectFrom }) =>
      selectFrom('enrollment')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('enrollment.testmoment_id', '=', 'testmoment.id')
        .whereRef('enrollment.module_id', '=', 'module.id')
        // A subquery and not a join, for which SQLite would go through all students for each module at each moment.
        .where(({ exists, selectFrom: from }) =>
          exists(
            from('user')
              .select('user.id')
              .whereRef('user.id', '=', 'enrollment.user_id')
              .where('user.roles', 'in', PUBLISHED_ROLES),
          ),
        )
        .as('enrolled'),
    )

export type OfferingRow = NonNullable<Awaited<ReturnType<typeof findOffering>>>

/** Moments at which students can enroll now. The rule says which: a second one, in SQL, would not learn of its changes. */
async function listOpenMoments(kysely: Kysely, now: number): Promise<number[]> {
  const moments = await kysely
    .selectFrom('testmoment')
    .select(['id', 'date', 'duration', 'enrollments_enabled', 'enrollments_close_at'])
    .where('date', '>=', earliestCurrentDay(now))
    .execute()
  return moments.filter((moment) => canBeChosen(moment, now)).map(({ id }) => id)
}

const offeringFields = (openMoments: readonly number[]): FilterableFields => ({
  abbreviation: { kind: 'text', column: text('module.name') },
  resultValueType: constant(RESULT_TYPE),
  resultExpected: { kind: 'flag', column: sql`(1 = 1)` },
  state: {
    kind: 'text',
    // No moment has id 0: a list must not be empty.
    column: sql`case when ${sql.ref('testmoment.id')} in (${sql.join([0, ...openMoments])}) then 'active' else 'inactive' end`,
  },
  maxNumberStudents: { kind: 'number', column: sql`nullif(${sql.ref('testmoment.seats')}, 0)` },
})

/** Moments that are not over on the day of `since`, and have begun by that of `until`. The standard's default is today. */
function within(question: Question) {
  const since = dayOf(instantIn(question, 'since') ?? question.now)
  const until = instantIn(question, 'until')
  const date = sql.ref('testmoment.date')
  return [
    sql<SqlBool>`(${date} >= ${since} or (${sql.ref('testmoment.duration')} = 'week' and ${date} >= ${addDays(since, -6)}))`,
    ...(until === undefined ? [] : [sql<SqlBool>`${date} <= ${dayOf(until)}`]),
  ]
}

/** Everything here expects a result. */
const resultExpected = (question: Question) =>
  wordIn(question, 'resultExpected', ['true', 'false']) === 'false' ? [sql<SqlBool>`1 = 0`] : []

export const OFFERING_PARAMETERS = ['q', 'state', 'resultExpected', 'since', 'until'] as const

interface OfferingsOf {
  schoolyearId?: number
  moduleId?: number
}

export async function listOfferings(kysely: Kysely, { schoolyearId, moduleId }: OfferingsOf, question: Question) {
  const state = wordIn(question, 'state', ['active', 'inactive', 'concept', 'cancelled'])
  const fields = offeringFields(await listOpenMoments(kysely, question.now))
  const { rows, next } = await readPage(
    offerings(kysely)
      .$if(schoolyearId !== undefined, (some) => some.where('testmoment.schoolyear_id', '=', schoolyearId ?? 0))
      .$if(moduleId !== undefined, (some) => some.where('module.id', '=', moduleId ?? 0)),
    question,
    [
      ...conditionsOf(question.filters, fields, question.scopes),
      ...found(['module.name', 'module.description'], question),
      ...within(question),
      ...(state === undefined ? [] : [sql<SqlBool>`${fields.state?.column} = ${state}`]),
      ...resultExpected(question),
    ],
    {
      columns: ['testmoment.id', 'module.id'],
      placeOf: ({ testmoment_id, module_id }) => [testmoment_id, module_id],
    },
  )
  return { rows: await withRooms(kysely, rows), next }
}

export async function findOffering(kysely: Kysely, testmomentId: number, moduleId: number) {
  const one = offerings(kysely).where('testmoment.id', '=', testmomentId).where('module.id', '=', moduleId)
  const [row] = await withRooms(kysely, await one.execute())
  return row
}

/** Whether there is such an offering; without counting its students, since each page of them asks. */
export async function isOffered(kysely: Kysely, testmomentId: number, moduleId: number): Promise<boolean> {
  const found = await offered(kysely)
    .select('testmoment.id')
    .where('testmoment.id', '=', testmomentId)
    .where('module.id', '=', moduleId)
    .executeTakeFirst()
  return found !== undefined
}
