import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { type BatchFacts, loadFacts, waitingModuleFacts } from '#api-server/enrollments/desk/state.ts'
import { listLineOf } from '#api-server/enrollments/desk/waiting-line.ts'
import { promoteEntry } from '#api-server/enrollments/waiting/promoting.ts'
import { countEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import { contains } from '#api-server/facts/user-search.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { linkById } from '#contract/endpoint.ts'
import * as waitingCalls from '#contract/waiting.calls.ts'
import * as contract from '#contract/waiting.gen.ts'
import { leaveWaiting, promoteWaiting } from '#contract/waiting.gen.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { hasSeat } from '#domain/enrollments/enrollment.rules.ts'
import type { Obstacle } from '#domain/enrollments/group-act.schema.ts'
import { existingEnrollment } from '#domain/enrollments/move.rules.ts'
import { mayTake, movedFrom, placesInLine, standstillOf } from '#domain/enrollments/waiting.rules.ts'
import type { WaitingCounts, WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { searchWords } from '#domain/users/search.rules.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import type { StudentsPage } from './page-enrolled-students.ts'

export function waitingListRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const notify = announceSoon(database)

  serve(app, waitingCalls, {
    listWaiting: async ({ params: { id, paging: size }, query: { cursor, ...filter } }) => {
      const page = await pageWaitingList(database, { testmomentId: id, filter, size, cursor }, clock())
      return {
        entities: page.entries,
        counts: page.counts,
        _links: nextLink(contract.listWaiting, page.next, { params: { id, paging: size }, query: filter }),
      }
    },

    promoteWaiting: async ({ caller, params, body }) => {
      const promotion = { entryId: params.id, actorId: caller.id, aboveSeats: body?.above_seats }
      const { enrollment, moment } = await promoteEntry({ database, clock, notify }, promotion)
      letters.wake()
      return { entity: enrollmentReply(enrollment, moment, { by: 'administrator', now: clock() }) }
    },
  })
}

const promote = linkById(promoteWaiting)
const leave = linkById(leaveWaiting)

/**
 * Loads a page of a moment's line at `now` (ms), each entry with the reason why it can't get a seat, and the cursor of the next
 * page: after the last entry shown, also if earlier ones leave meanwhile. Throws `not-found` and `request-malformed`.
 */
async function pageWaitingList(
  { kysely }: Database,
  { testmomentId, filter: { search = '', module_id }, size, cursor }: Omit<StudentsPage, 'sort'>,
  now: number,
): Promise<{ entries: WaitingStudent[]; counts: WaitingCounts; next: string | undefined }> {
  const [after = 0] = readCursor(cursor, z.tuple([idSchema])) ?? []
  const question = { testmomentId, moduleId: module_id, words: searchWords(search) }
  const { shown, last } = pageOf(await listWaitingFound(kysely, { ...question, after, limit: size + 1 }), size)
  const facts = await loadFacts(kysely, {
    userIds: [...new Set(shown.map(({ user_id }) => user_id))],
    testmomentIds: [testmomentId],
    moduleIds: [...new Set(shown.map((entry) => entry.module_id))],
  })
  const moment = facts.moments.get(testmomentId)
  if (!moment) throw new Problem('not-found')
  const line = await listLineOf(kysely, testmomentId)
  const places = placesInLine(line)
  const [{ students: taken } = { students: 0 }] = await countEnrollments(kysely, [testmomentId])
  const { seats } = moment
  return {
    // An entry added after the line was read is at its end.
    entries: shown.map((entry) => ({
      ...shownEntry(entry, places.get(entry.user_id) ?? places.size + 1),
      ...judged(entry, { facts, testmomentId, now }),
    })),
    counts: {
      students: places.size,
      entries: line.length,
      found: await countWaitingFound(kysely, question),
      modules: await countWaitingByModule(kysely, testmomentId),
      seats,
      taken,
      free: seats === 0 ? null : Math.max(0, seats - taken),
      standstill: standstillOf(moment, now),
    },
    next: last && writeCursor([last.id]),
  }
}

const shownEntry = ({ user_id, ...entry }: WaitingFound, place: number) => ({
  ...pick(entry, ['id', 'module_id', 'module_name', 'created_at', 'moves']),
  place,
  user: {
    id: user_id,
    ...pick(entry, ['username', 'first_name', 'last_name', 'student_number', 'department']),
  },
})

/** Judges a waiting student by the rule for promotion, and by that for a teacher, who is not bound by closing. */
function judged(
  entry: WaitingFound,
  { facts, testmomentId, now }: { facts: BatchFacts; testmomentId: number; now: number },
): Pick<WaitingStudent, 'from' | 'has_seat' | 'obstacle' | '_links'> {
  const student = facts.students.get(entry.user_id)
  const moment = facts.moments.get(testmomentId)
  const _links = { leave: leave(entry.id) }
  if (!student || !moment) return { from: null, has_seat: false, obstacle: { refusal: 'not-found' }, _links }
  const module = waitingModuleFacts(entry.module_id, facts, student)
  const question = { moment, module, enrollments: student.enrollments, moves: entry.moves, now }
  const byTeacher = mayTake({ ...question, by: 'administrator' })
  const verdict = byTeacher.allowed ? mayTake({ ...question, by: 'student' }) : byTeacher
  const from = movedFrom({ ...question, by: 'student' })
  const existing = existingEnrollment(student.enrollments, entry.module_id, now)
  return {
    from: from ? pick(from.moment, whenAndWhereFieldNames) : null,
    has_seat: hasSeat(student.enrollments, testmomentId),
    obstacle: verdict.allowed ? null : obstacleOf(verdict, existing?.moment),
    _links: { ..._links, ...(byTeacher.allowed && { promote: promote(entry.id) }) },
  }
}

const obstacleOf = (
  { refusal, half }: Pick<Obstacle, 'half'> & { refusal: Obstacle['refusal'] },
  held: Obstacle['held'],
): Obstacle => ({
  refusal,
  ...(half && { half }),
  ...(refusal === 'existing-enrollment' && held && { held: pick(held, ['date', 'duration']) }),
})

interface LineQuestion {
  testmomentId: number
  moduleId: number | undefined
  /** folded; each must occur in name, address or student number */
  words: readonly string[]
}

/** Entries that match. A line has at most some thousands, so all of it is scanned in order. */
const found = (kysely: Kysely, { testmomentId, moduleId, words }: LineQuestion) =>
  kysely
    .selectFrom('waiting_entry')
    .innerJoin('user', 'user.id', 'waiting_entry.user_id')
    .where('waiting_entry.testmoment_id', '=', testmomentId)
    .$if(moduleId !== undefined, (line) => line.where('waiting_entry.module_id', '=', moduleId ?? 0))
    .where(({ and, ref }) => and(words.map((word) => contains(ref('user.search_text'), word))))

async function countWaitingFound(kysely: Kysely, question: LineQuestion): Promise<number> {
  const { entries } = await found(kysely, question)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  return entries
}

/** Lists up to `limit` matches after entry `after`, in the order of the line. */
const listWaitingFound = (
  kysely: Kysely,
  { after, limit, ...question }: LineQuestion & { after: number; limit: number },
) =>
  found(kysely, question)
    .innerJoin('module', 'module.id', 'waiting_entry.module_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select([
      'waiting_entry.id',
      'waiting_entry.user_id',
      'waiting_entry.module_id',
      'module.name as module_name',
      'waiting_entry.moves',
      'waiting_entry.created_at',
      'user.username',
      'user.first_name',
      'user.last_name',
      'user.student_number',
      'education_department.name as department',
    ])
    .where('waiting_entry.id', '>', after)
    .orderBy('waiting_entry.id')
    .limit(limit)
    .execute()

type WaitingFound = Awaited<ReturnType<typeof listWaitingFound>>[number]

const countWaitingByModule = (kysely: Kysely, testmomentId: number) =>
  kysely
    .selectFrom('waiting_entry')
    .innerJoin('module', 'module.id', 'waiting_entry.module_id')
    .select(({ fn }) => ['module.id', 'module.name', fn.countAll<number>().as('students')])
    .where('waiting_entry.testmoment_id', '=', testmomentId)
    .groupBy(['module.id', 'module.name'])
    .orderBy('module.name')
    .execute()
