import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/facts/record-change.ts'
import { resultOf } from '#api-server/facts/result.queries.ts'
import { shareTestmoments } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { AuditAction } from '#domain/audit/audit.schema.ts'
import { placesInLine } from '#domain/enrollments/waiting.rules.ts'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { type TestmomentFields, testmomentFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { compareDutch } from '#domain/users/names.ts'
import { Problem } from '#server/problem.ts'

/** A test moment with all its enrollments, as they were at one instant; plain, so that it can go to another thread. */
export interface Participation extends TestmomentFields {
  participants: Participant[]
  /** rooms of the moment in their order */
  rooms: PrintedRoom[]
  /** who waits for a seat there, in order; for the export alone */
  waiting: WaitingParticipant[]
  /** ms since the epoch */
  madeAt: number
}

export interface PrintedRoom {
  id: number
  name: string
  /** for invigilators */
  remark: string
}

/** One enrollment, as teachers need it on a list. Who has extra time is nowhere in it, see `readParticipation`. */
export interface Participant {
  user_id: number
  module: string
  description: string
  first_name: string
  last_name: string
  username: string
  student_number: string | null
  education_department: string | null
  class_group: string | null
  /** room of their chair; null without one */
  room: string | null
  /** null where chairs have no numbers */
  seat_number: number | null
  /** ISO instant */
  created_at: string
}

/** One place in line: `created_at` is since when. */
export interface WaitingParticipant extends Omit<Participant, 'room' | 'seat_number'> {
  /** counted from 1, in students */
  place: number
  moves: boolean
}

export interface ParticipationQuestion {
  testmomentId: number
  actorId: number
  action: Extract<AuditAction, 'exported' | 'checklist-made' | 'extra-time-listed'>
  /** only those with a chair in this room of the moment */
  roomId?: number | undefined
}

/**
 * The moment with all its enrollments, for an administrator who takes them along, which is recorded; as 'extra-time-listed'
 * with those of students who have extra time alone: files to sign or for a spreadsheet never show who they are.
 * Throws `not-found`,
 * also for a room that the moment does not have.
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

/** One enrollment, with what came of it. */
export interface GradedParticipant extends Participant {
  presence: PresenceStatus | null
  /** result as last typed */
  draft: ResultValue | null
  /** result as last published to the student, and when */
  published: ResultValue | null
  published_at: string | null
}

export type GradedParticipation = TestmomentFields & { participants: GradedParticipant[] }

/** The moment with what came of all its enrollments, likewise. Throws `not-found`. */
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
  trx: Transaction<Tables>,
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

const listRoomsOf = (trx: Transaction<Tables>, testmomentId: number): Promise<PrintedRoom[]> =>
  trx
    .selectFrom('testmoment_room')
    .innerJoin('room', 'room.id', 'testmoment_room.room_id')
    .select(['room.id', 'room.name', 'room.remark'])
    .where('testmoment_room.testmoment_id', '=', testmomentId)
    .orderBy('testmoment_room.position')
    .execute()

/** Everyone enrolled at the moment, once for each module: one statement, so that all of it is of the same instant. */
const selectParticipants = (trx: Transaction<Tables>, testmomentId: number) =>
  trx
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .leftJoin('chair', (join) =>
      join
        .onRef('chair.user_id', '=', 'enrollment.user_id')
        .onRef('chair.testmoment_id', '=', 'enrollment.testmoment_id'),
    )
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

async function listLine(trx: Transaction<Tables>, testmomentId: number): Promise<WaitingParticipant[]> {
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

export interface ModuleList<Listed extends Participant> {
  module: string
  description: string
  /** participants by last name, see domain/users/names.ts */
  participants: Listed[]
}

/** A list for each module that somebody is enrolled in, by the name of the module. */
export function byModule<Listed extends Participant>(participants: readonly Listed[]): ModuleList<Listed>[] {
  return [...Map.groupBy(participants, ({ module }) => module)]
    .sort(([one], [other]) => compareDutch(one, other))
    .map(([module, members]) => ({
      module,
      description: members[0]?.description ?? '',
      participants: inNameOrder(members),
    }))
}

/** The rooms in which somebody sits, in their order, with those people; then those without a chair, if any. */
export function byRoom({ rooms, participants }: Pick<Participation, 'rooms' | 'participants'>) {
  const seated = Map.groupBy(byStudent(participants), ({ room }) => room)
  const places = [...rooms, null].map((room) => ({ room, students: seated.get(room?.name ?? null) ?? [] }))
  return places.filter(({ students }) => students.length > 0)
}

/** A student with what they do at the moment. */
export interface ListedStudent extends Participant {
  /** modules by name */
  modules: string[]
}

/** Everybody once, by last name. */
export const byStudent = (participants: readonly Participant[]): ListedStudent[] =>
  inNameOrder(
    [...Map.groupBy(participants, ({ user_id }) => user_id).values()].flatMap((enrollments) =>
      enrollments.slice(0, 1).map((student) => ({
        ...student,
        modules: enrollments.map(({ module }) => module).toSorted(compareDutch),
      })),
    ),
  )

const files = {
  toetsmoment: 'xlsx',
  uitslagen: 'xlsx',
  presentielijst: 'pdf',
  'presentielijst-per-module': 'pdf',
  'presentielijst-per-lokaal': 'pdf',
  deurlijst: 'pdf',
  'voor-de-surveillant': 'pdf',
} as const
export type FileKind = keyof typeof files

interface NamedMoment extends Pick<Participation, 'date' | 'duration' | 'starts_at'> {
  id: number
  /** when others of that day begin; null of one without a time */
  others: readonly (string | null)[]
}

/**
 * 'toetsmoment-2026-11-24.xlsx', 'presentielijst-week-van-2026-11-23.pdf'; with its time, or else its number, where a
 * day has several: 'uitslagen-2026-11-24-09.00.xlsx', 'uitslagen-2026-11-24-nr-12.xlsx'.
 */
export function fileName(kind: FileKind, { id, date, duration, starts_at, others }: NamedMoment): string {
  const isKnownByTime = starts_at !== null && !others.includes(starts_at)
  const apart = isKnownByTime ? starts_at.replace(':', '.') : `nr-${id}`
  const which = others.length > 0 ? `-${apart}` : ''
  return `${kind}-${duration === 'week' ? 'week-van-' : ''}${date}${which}.${files[kind]}`
}

/** When the other moments of this one's day begin. */
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
