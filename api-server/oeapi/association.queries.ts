import { type Expression, type SqlBool, sql } from 'kysely'
import { contains } from '#api-server/facts/user-search.ts'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import { chairOfEnrollment } from '#database/queries/chair-of-enrollment.ts'
import { earlierTries } from '#database/queries/earlier-tries.ts'
import type { Kysely } from '#database/tables.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import type { ConnectionScope } from '#domain/oeapi/connection.rules.ts'
import { searchWords } from '#domain/users/search.rules.ts'
import { conditionsOf, constant, type FilterableFields, outsideScope } from './filters.ts'
import { PUBLISHED_ROLES } from './offer.queries.ts'
import { type Question, wordIn } from './question.ts'
import { byId, type Order, type Page, readPage } from './rows.ts'

// Students, and what they are enrolled in, as other systems read them.

/** Published are users whose only role is that of a student, activated or not. */
const persons = (kysely: Kysely) =>
  kysely
    .selectFrom('user')
    .select([
      'user.id',
      'user.username',
      'user.first_name',
      'user.last_name',
      'user.student_number',
      'user.activated',
      'user.registration_ends_at',
      'user.last_login_at',
    ])
    .where('user.roles', 'in', PUBLISHED_ROLES)

export type PersonRow = Awaited<ReturnType<typeof listPersons>>['rows'][number]

/** The condition `isEnrolledPerson` in SQL: not switched off, and not only a typed address. */
const isActive = sql<SqlBool>`(${sql.ref('user.activated')} or (${sql.ref('user.registration_ends_at')} is null
  and ${sql.ref('user.last_login_at')} is null))`

const personFields: FilterableFields = {
  'primaryCode.code': { kind: 'text', column: sql.ref('user.student_number') },
  givenName: { kind: 'text', column: sql.ref('user.first_name') },
  email: { kind: 'text', column: sql.ref('user.username') },
  activeEnrolment: { kind: 'flag', column: isActive },
  affiliations: { kind: 'list', column: constant('student').column },
}

export function listPersons(kysely: Kysely, question: Question) {
  const code = question.given.get('primaryCode')
  const affiliation = wordIn(question, 'affiliations', ['student', 'employee', 'guest'])
  const words = searchWords(question.given.get('q') ?? '')
  return readPage(
    persons(kysely),
    question,
    [
      ...conditionsOf(question.filters, personFields, question.scopes),
      ...(code === undefined ? [] : [sql<SqlBool>`${sql.ref('user.student_number')} = ${code}`]),
      ...words.map((word) => contains(sql`${sql.ref('user.search_text')}`, word)),
      ...(affiliation === undefined || affiliation === 'student' ? [] : [sql<SqlBool>`1 = 0`]),
    ],
    byId('user.id'),
  )
}

export const findPerson = (kysely: Kysely, id: number) => persons(kysely).where('user.id', '=', id).executeTakeFirst()

/** Enrollments of published students. */
const enrollments = (kysely: Kysely) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .leftJoin('result', 'result.enrollment_id', 'enrollment.id')
    .leftJoin('presence', 'presence.enrollment_id', 'enrollment.id')
    .where('user.roles', 'in', PUBLISHED_ROLES)

const details = (kysely: Kysely) =>
  enrollments(kysely).select([
    'enrollment.id',
    'enrollment.user_id',
    'enrollment.testmoment_id',
    'enrollment.module_id',
    'user.extra_time',
    'testmoment.date',
    'testmoment.duration',
    'testmoment.starts_at',
    'testmoment.ends_at',
    'presence.status as presence',
    'result.published_outcome',
    'result.published_grade',
    'result.published_at',
  ])

export type AssociationRow = Awaited<ReturnType<typeof loadDetails>>[number]

const loadDetails = compiledBySize((kysely, ids: Ids) => details(kysely).where('enrollment.id', 'in', ids))

export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAssociation>>>

/** Finds an enrollment, with the student's room, and how many earlier moments they had in that module. */
export const findAssociation = (kysely: Kysely, id: number) =>
  details(kysely)
    .leftJoin('chair', chairOfEnrollment)
    .select(['chair.room_id', 'testmoment.rooms_published_at'])
    .select(earlierTries)
    .where('enrollment.id', '=', id)
    .executeTakeFirst()

/** Whether the moment of an enrollment is over, as `isOver` of the domain. */
function isOverAt(now: number) {
  const today = dayOf(now)
  const date = sql.ref('testmoment.date')
  return sql<SqlBool>`(${date} < ${addDays(today, -6)}
    or (${date} < ${today} and ${sql.ref('testmoment.duration')} = 'day'))`
}

const isPublished = sql<SqlBool>`${sql.ref('result.published_outcome')} is not null`

const associationFields = (now: number): FilterableFields => ({
  role: constant('student'),
  state: { kind: 'text', column: sql`case when ${isOverAt(now)} then 'finished' else 'associated' end` },
  attendance: {
    kind: 'text',
    column: sql`case when ${sql.ref('presence.status')} is null then 'unknown'
      when ${sql.ref('presence.status')} = 'absent' then 'absent' else 'present' end`,
  },
  'result.state': { kind: 'text', scope: 'results.read', column: sql`case when ${isPublished} then 'completed' end` },
  'result.pass': { kind: 'text', scope: 'results.read', column: sql.ref('result.published_outcome') },
  'result.score': {
    kind: 'number',
    scope: 'results.read',
    column: sql`case when ${isPublished} then ${sql.ref('result.published_grade')} / 10.0 end`,
  },
  'result.resultDateTime': {
    kind: 'instant',
    scope: 'results.read',
    column: sql`case when ${isPublished} then ${sql.ref('result.published_at')} end`,
  },
  requiredPersonalNeeds: {
    kind: 'list',
    scope: 'needs',
    column: sql`case when ${sql.ref('user.extra_time')} then 'extra_time' end`,
  },
  'person.primaryCode.code': { kind: 'text', scope: 'persons.read', column: sql.ref('user.student_number') },
})

export const ASSOCIATION_PARAMETERS = ['role', 'state', 'resultState'] as const

type AssociationsOf = { userId: number } | { testmomentId: number; moduleId: number }

/**
 * Reads a page of enrollments, at a moment in the order of an index that holds them. A page that is counted takes its ids first:
 * the engines compute what a query selects also for the rows that it skips.
 */
export async function listAssociations(
  kysely: Kysely,
  of: AssociationsOf,
  question: Question,
): Promise<Page<AssociationRow>> {
  const role = wordIn(question, 'role', ROLES)
  const state = wordIn(question, 'state', ['associated', 'finished', 'pending', 'cancelled', 'denied', 'queued'])
  const resultState = wordIn(question, 'resultState', ['completed', 'in_progress', 'postponed', 'queued'])
  if (resultState !== undefined && !mayRead(question, 'results.read')) throw outsideScope('results.read')
  const fields = associationFields(question.now)
  const isTheirs =
    'userId' in of
      ? sql<SqlBool>`${sql.ref('enrollment.user_id')} = ${of.userId}`
      : sql<SqlBool>`${sql.ref('enrollment.testmoment_id')} = ${of.testmomentId}
          and ${sql.ref('enrollment.module_id')} = ${of.moduleId}`
  const conditions: Expression<SqlBool>[] = [
    isTheirs,
    ...conditionsOf(question.filters, fields, question.scopes),
    ...(role === undefined || role === 'student' ? [] : [sql<SqlBool>`1 = 0`]),
    ...(state === undefined ? [] : [sql<SqlBool>`${fields.state?.column} = ${state}`]),
    ...(resultState === undefined ? [] : [sql<SqlBool>`${fields['result.state']?.column} = ${resultState}`]),
  ]
  const order: Order<{ id: number; created_at: string; user_id: number }> =
    'userId' in of ? byId('enrollment.id') : byEntry
  const isFollowed = question.after !== undefined || question.page.number === 1
  if (isFollowed) return readPage(details(kysely).select('enrollment.created_at'), question, conditions, order)
  const ids = enrollments(kysely).select(['enrollment.id', 'enrollment.created_at', 'enrollment.user_id'])
  const { rows, next } = await readPage(ids, question, conditions, order)
  if (rows.length === 0) return { rows: [], next }
  const places = new Map(rows.map(({ id }, place) => [id, place]))
  const loaded = await loadDetails(kysely, [...places.keys()])
  // One that ended between the two queries is missing.
  return { rows: loaded.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0)), next }
}

const byEntry: Order<{ created_at: string; user_id: number }> = {
  columns: ['enrollment.created_at', 'enrollment.user_id'],
  placeOf: ({ created_at, user_id }) => [created_at, user_id],
}

const ROLES = ['student', 'lecturer', 'teaching_assistant', 'coordinator', 'invigilator', 'assessor', 'guest'] as const

const mayRead = ({ scopes }: Question, scope: ConnectionScope): boolean => scopes.includes(scope)
