import { recordChange } from '#api-server/facts/record-change.ts'
import { resultOf } from '#api-server/facts/result.queries.ts'
import { shareTestmoments } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { chairOfEnrollment } from '#database/queries/chair-of-enrollment.ts'
import type { Transaction } from '#database/tables.ts'
import type { AuditAction } from '#domain/audit/audit.schema.ts'
import { placesInLine } from '#domain/enrollments/waiting.rules.ts'
import { type TestmomentFields, testmomentFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { Problem } from '#server/problem.ts'
import type {
  GradedParticipation,
  NamedMoment,
  Participation,
  PrintedRoom,
  WaitingParticipant,
} from './participation.ts'

export interface ParticipationQuestion {
  testmomentId: number
  actorId: number
  action: Extract<AuditAction, 'exported' | 'checklist-made' | 'extra-time-listed'>
  /** only those with a chair in this room of the moment */
  roomId?: number | undefined
}

/**
 * Reads a moment with all its enrollments for a file, and logs who exported it. The action 'extra-time-listed' reads only
 * students who have extra time: other files never show who they are. Throws `not-found`, also for a room that the moment does
 * not have.
 */
export const readParticipation = (
  database: Database,
  question: ParticipationQuestion,
  now: number,
): Promise<Participation> =>
  database.transaction(async (trx) => {
    const { testmomentId, action, roomId } = question
    const moment = await takeAlong(trx, question, now)
    const rooms = await listRoomsOf(trx, testmomentId)
    if (roomId !== undefined && !rooms.some(({ id }) => id === roomId)) throw new Problem('not-found')
    const participants = await selectParticipants(trx, testmomentId)
      .$if(action === 'extra-time-listed', (query) => query.where('user.extra_time', '=', true))
      .$if(roomId !== undefined, (query) => query.where('chair.room_id', '=', roomId ?? 0))
      .execute()
    const waiting = action === 'exported' ? await listLine(trx, testmomentId) : []
    return { ...moment, rooms, participants, waiting, madeAt: now }
  })

/** Reads the participation in a moment with attendance and results. Throws `not-found`. */
export const readGradedParticipation = (
  database: Database,
  question: { testmomentId: number; actorId: number },
  now: number,
): Promise<GradedParticipation> =>
  database.transaction(async (trx) => {
    const moment = await takeAlong(trx, { ...question, action: 'results-exported' }, now)
    const rows = await selectParticipants(trx, question.testmomentId)
      .leftJoin('presence', 'presence.enrollment_id', 'enrollment.id')
      .leftJoin('result', 'result.enrollment_id', 'enrollment.id')
      .select(['presence.status as presence', 'result.outcome', 'result.grade', 'result.published_at'])
      .select(['result.published_outcome', 'result.published_grade'])
      .execute()
    const participants = rows.map(({ outcome, grade, published_outcome, published_grade, ...row }) => ({
      ...row,
      draft: resultOf(outcome, grade),
      published: resultOf(published_outcome, published_grade),
    }))
    return { ...moment, participants }
  })

async function takeAlong(
  trx: Transaction,
  { testmomentId, actorId, action }: { testmomentId: number; actorId: number; action: AuditAction },
  now: number,
): Promise<TestmomentFields> {
  await shareTestmoments(trx, [testmomentId])
  const moment = await trx
    .selectFrom('testmoment')
    .select(testmomentFieldNames)
    .where('id', '=', testmomentId)
    .executeTakeFirst()
  if (!moment) throw new Problem('not-found')
  await recordChange(trx, { actorId, action, resource: 'testmoment', resourceId: testmomentId }, now)
  return moment
}

const listRoomsOf = (trx: Transaction, testmomentId: number): Promise<PrintedRoom[]> =>
  trx
    .selectFrom('testmoment_room')
    .innerJoin('room', 'room.id', 'testmoment_room.room_id')
    .select(['room.id', 'room.name', 'room.remark'])
    .where('testmoment_room.testmoment_id', '=', testmomentId)
    .orderBy('testmoment_room.position')
    .execute()

/** Everyone enrolled at the moment, once for each module: one statement, so that all of it is of the same instant. */
const selectParticipants = (trx: Transaction, testmomentId: number) =>
  trx
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .leftJoin('chair', chairOfEnrollment)
    .leftJoin('room', 'room.id', 'chair.room_id')
    .select([
      'module.name as module',
      'module.description',
      'user.first_name',
      'user.last_name',
      'user.username',
      'user.student_number',
      'user.class_group',
      'education_department.name as education_department',
      'enrollment.created_at',
      'enrollment.user_id',
      'room.name as room',
      'chair.seat_number',
    ])
    .where('enrollment.testmoment_id', '=', testmomentId)
    .orderBy('enrollment.id')

async function listLine(trx: Transaction, testmomentId: number): Promise<WaitingParticipant[]> {
  const line = await trx
    .selectFrom('waiting_entry')
    .innerJoin('module', 'module.id', 'waiting_entry.module_id')
    .innerJoin('user', 'user.id', 'waiting_entry.user_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select(['waiting_entry.id', 'waiting_entry.user_id', 'waiting_entry.moves', 'waiting_entry.created_at'])
    .select(['module.name as module', 'module.description'])
    .select(['user.first_name', 'user.last_name', 'user.username', 'user.student_number', 'user.class_group'])
    .select('education_department.name as education_department')
    .where('waiting_entry.testmoment_id', '=', testmomentId)
    .orderBy('waiting_entry.id')
    .execute()
  const places = placesInLine(line)
  return line.map(({ id, ...entry }) => ({ ...entry, place: places.get(entry.user_id) ?? 0 }))
}

export async function listOthersOfDay(
  { kysely }: Pick<Database, 'kysely'>,
  { id, date, duration }: Omit<NamedMoment, 'others'>,
): Promise<NamedMoment['others']> {
  const others = await kysely
    .selectFrom('testmoment')
    .select('starts_at')
    .where('id', '!=', id)
    .where('date', '=', date)
    .where('duration', '=', duration)
    .execute()
  return others.map(({ starts_at }) => starts_at)
}
