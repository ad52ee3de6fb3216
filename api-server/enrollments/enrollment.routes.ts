import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import type { DeskRequest } from '#api-server/enrollments/desk/decide.ts'
import { enrollmentReply, type Reader } from '#api-server/facts/enrollment.replies.ts'
import { requireSendable } from '#api-server/facts/queue-message.ts'
import { requireStudent } from '#api-server/facts/require-user.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import * as enrollmentsCalls from '#contract/enrollments.calls.ts'
import { listTestmomentEnrollments, listUserEnrollments } from '#contract/enrollments.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import type { WithAboveSeats } from '#domain/enrollments/enrollment.schema.ts'
import type { ListedEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import { idSchema, instantSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import type { WithMessage, WrittenMessage } from '#domain/messages/message.schema.ts'
import { reaches } from '#domain/users/roles.ts'
import { authorise, type Caller, partyOf, requireReach } from '#server/bearer.ts'
import { type Api, type Rebuild, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function enrollmentRoutes(app: Api, { database, desk, letters, clock }: ApiContext): void {
  const pageFor = async (by: EnrollingParty, page: EnrollmentsPage) => {
    const { lines, next } = await pageEnrollments(database, page)
    return { entities: lines.map((line) => listedEnrollmentReply(line, { by, now: clock() })), next }
  }

  const rebuild = rebuildEnrollment(database, clock)

  serve(app, enrollmentsCalls, {
    listTestmomentEnrollments: async (request) => {
      const { params, query } = request
      await requireTestmoment(database.kysely, params)
      const page = { of: { testmoment_id: params.id }, size: params.paging, cursor: query.cursor }
      const { entities, next } = await pageFor('administrator', page)
      return { entities, _links: nextLink(listTestmomentEnrollments, next, { params }) }
    },

    listUserEnrollments: async (request) => {
      const { caller } = request
      const { params, query } = request
      const by = partyOf(caller)
      await requireStudent(database, caller, params.id)
      const page = { of: { user_id: params.id }, size: params.paging, cursor: query.cursor }
      const { entities, next } = await pageFor(by, page)
      return { entities, _links: nextLink(listUserEnrollments, next, { params }) }
    },

    createEnrollment: {
      rebuild,
      handler: async ({ caller, body }, reply) => {
        const origin = { ...askedBy(caller), ...liftedBy(caller, body) }
        const { enrollment, moment, created } = await desk.handle({ wish: 'enroll', ...body, ...origin })
        if (created) reply.code(201)
        return { entity: enrollmentReply(enrollment, moment, { by: origin.by, now: clock() }) }
      },
    },

    deleteEnrollment: async ({ caller, params, body }) => {
      const message = messageBy(caller, body)
      const present = await requireTouchable(database, caller, params.id)
      const { enrollment, moment } = await desk.handle({ wish: 'unenroll', ...present, message })
      if (message) letters.wake()
      return { entity: { ...enrollmentReply(enrollment, moment, { by: present.by, now: clock() }), _links: {} } }
    },

    moveEnrollment: {
      rebuild,
      handler: async ({ caller, params, body }, reply) => {
        const message = messageBy(caller, body)
        const present = await requireTouchable(database, caller, params.id)
        const origin = { ...present, ...liftedBy(caller, body), message }
        const to_testmoment_id = body.testmoment_id
        const { enrollment, moment, created } = await desk.handle({ wish: 'move', ...origin, to_testmoment_id })
        if (message) letters.wake()
        if (created) reply.code(201)
        return { entity: enrollmentReply(enrollment, moment, { by: present.by, now: clock() }) }
      },
    },
  })
}

const rebuildEnrollment =
  ({ kysely }: Database, clock: ApiContext['clock']): Rebuild =>
  async ({ caller }, [made]) => {
    const [line] = made ? await listEnrollments(kysely, { of: { id: made.id }, after: undefined, limit: 1 }) : []
    if (!line) return undefined
    return { entity: enrollmentReply(line, line, { by: authorise(caller, line.user_id), now: clock() }) }
  }

/**
 * Loads an enrollment as the desk needs it for a change, with how this caller changes it. Throws `not-found` if it is gone,
 * and to a student also if it is somebody else's: one answer for both, so that nobody learns which enrollments exist.
 */
async function requireTouchable({ kysely }: Database, caller: Caller, enrollmentId: number) {
  const enrollment = await findEnrollment(kysely, enrollmentId)
  if (!enrollment || (enrollment.user_id !== caller.id && !reaches(caller, 'administration')))
    throw new Problem('not-found')
  const { id, ...place } = enrollment
  return { enrollment_id: id, ...place, ...askedBy(caller) }
}

/**
 * Message that an administrator wrote to the student with the act. Throws `not-yours` to others, and a `MessageRefusal` about
 * its words.
 */
function messageBy(caller: Caller, body: WithMessage | null): WrittenMessage | undefined {
  if (!body?.message) return undefined
  requireReach(caller, 'administration')
  return requireSendable(body.message)
}

/** Whether an administrator lifts the limit of seats. Throws `not-yours` to others. */
function liftedBy(caller: Caller, { above_seats }: WithAboveSeats): WithAboveSeats {
  if (above_seats) requireReach(caller, 'administration')
  return { above_seats }
}

function askedBy(caller: Caller): Pick<DeskRequest, 'by' | 'actor_id' | 'session_id'> {
  const by = partyOf(caller)
  return { by, actor_id: by === 'administrator' ? caller.id : undefined, session_id: caller.sessionId }
}

const placeSchema = z.tuple([instantSchema, idSchema])

interface EnrollmentsPage {
  of: EnrollmentsOf
  size: number
  cursor: string | undefined
}

/** Loads a page of enrollments in the order of creation, with the cursor of the next. Throws `request-malformed`. */
async function pageEnrollments(
  { kysely }: Database,
  { of, size, cursor }: EnrollmentsPage,
): Promise<{ lines: EnrollmentLine[]; next: string | undefined }> {
  const [created_at, id] = readCursor(cursor, placeSchema) ?? []
  const after = created_at === undefined || id === undefined ? undefined : { created_at, id }
  const { shown, last } = pageOf(await listEnrollments(kysely, { of, after, limit: size + 1 }), size)
  return { lines: shown, next: last && writeCursor([last.created_at, last.id]) }
}

const listedEnrollmentReply = (line: EnrollmentLine, reader: Reader): ListedEnrollment => ({
  ...enrollmentReply(line, line, reader),
  user: { id: line.user_id, ...pick(line, ['username', 'first_name', 'last_name', 'student_number']) },
  testmoment: { id: line.testmoment_id, ...pick(line, whenAndWhereFieldNames) },
})

type EnrollmentsOf = { testmoment_id: number } | { user_id: number } | { id: number }

interface EnrollmentsQuestion {
  of: EnrollmentsOf
  after: { created_at: string; id: number } | undefined
  limit: number
}

/**
 * Lists a page of enrollments, past ones too, with names. Sorted by time, for which an index of the moment exists, then by id,
 * since an import or automatic enrollment makes many at one instant. The page is cut before names are joined: otherwise
 * PostgreSQL scans all users first.
 */
const listEnrollments = (kysely: Kysely, { of, after, limit }: EnrollmentsQuestion) =>
  kysely
    .selectFrom((from) =>
      from
        .selectFrom('enrollment')
        .select(['id', 'user_id', 'testmoment_id', 'module_id', 'created_at', 'has_record'])
        .where(({ and }) => and(of))
        .$if(after !== undefined, (all) =>
          all.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '>', tuple(after?.created_at ?? '', after?.id ?? 0)),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .as('page'),
    )
    .innerJoin('user', 'user.id', 'page.user_id')
    .innerJoin('testmoment', 'testmoment.id', 'page.testmoment_id')
    .innerJoin('module', 'module.id', 'page.module_id')
    .select([
      'page.id',
      'page.user_id',
      'page.testmoment_id',
      'page.module_id',
      'page.created_at',
      'page.has_record',
      'module.name as module_name',
      'user.username',
      'user.first_name',
      'user.last_name',
      'user.student_number',
      ...whenAndWhereColumns,
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
    ])
    .orderBy('page.created_at')
    .orderBy('page.id')
    .execute()

type EnrollmentLine = Awaited<ReturnType<typeof listEnrollments>>[number]

const findEnrollment = (kysely: Kysely, id: number) =>
  kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id'])
    .where('id', '=', id)
    .executeTakeFirst()
