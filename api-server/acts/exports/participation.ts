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
  /** who waits for a seat there, in order; for the export alone */
  waiting: WaitingParticipant[]
  /** ms since the epoch */
  madeAt: number
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
  /** ISO instant */
  created_at: string
}

/** One place in line: `created_at` is since when. */
export interface WaitingParticipant extends Participant {
  /** counted from 1, in students */
  place: number
  moves: boolean
}

export interface ParticipationQuestion {
  testmomentId: number
  actorId: number
  action: Extract<AuditAction, 'exported' | 'checklist-made' | 'extra-time-listed'>
}

/**
 * The moment with all its enrollments, for an administrator who takes them along, which is recorded; as 'extra-time-listed'
 * with those of students who have extra time alone: files to sign or for a spreadsheet never show who they are.
 * Throws `not-found`.
 */
export const readParticipation = (
  database: Database,
  question: ParticipationQuestion,
  now: number,
): Promise<Participation> =>
  database.transaction(async (trx) => {
    const { testmomentId, action } = question
    const moment = await takeAlong(trx, question, now)
    const participants = await selectParticipants(trx, testmomentId)
      .$if(action === 'extra-time-listed', (query) => query.where('user.extra_time', '=', true))
      .execute()
    const waiting = action === 'exported' ? await listLine(trx, testmomentId) : []
    return { ...moment, participants, waiting, madeAt: now }
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

/** Everyone enrolled at the moment, once for each module: one statement, so that all of it is of the same instant. */
const selectParticipants = (trx: Transaction<Tables>, testmomentId: number) =>
  trx
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
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
