import type { AddressedLetter, Letter } from '#api-server/platform/mail/letter.ts'
import { findPublishedChair } from '#api-server/rooms/chair.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueueAll, type OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import { inChunks, rowsInChunks } from '#database/queries/batched-reads.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { dayAndStartLabel, instantLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { type WhenAndWhere, whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { type LeavingFacts, leavingClosesAt, mayUnenroll } from '#domain/enrollments/enrollment.rules.ts'
import type { EnrollmentMaker } from '#domain/enrollments/enrollment.schema.ts'
import { chairLine } from '#domain/rooms/chair.texts.ts'
import { greetedName } from '#domain/users/names.ts'
import {
  atMoment,
  movedFrom,
  movedTo,
  enrollmentLetterTexts as texts,
  toTestmoment,
} from './enrollment-letters.texts.ts'

/**
 * Writes the letter that a student was enrolled, moved or unenrolled. It describes the present, which may be after a later
 * change: undefined if it is no longer true, if the moment, module or account is gone, or if the student no longer wants
 * letters. Later changes have their own letter.
 */
export async function writeEnrollmentLetter(
  { database: { kysely }, publicUrl }: { database: Database; publicUrl: string },
  task: OutboxTasks['enrollment-letter'],
  now: number,
): Promise<AddressedLetter | undefined> {
  const facts = await findFacts(kysely, task)
  const isEnrolled = facts?.enrollment_id !== null
  if (!facts?.confirmation_letters || isEnrolled === (task.happened === 'unenrolled')) return undefined
  const from = task.from_testmoment_id === undefined ? undefined : await findMoment(kysely, task.from_testmoment_id)
  return {
    to: facts.username,
    firstName: greetedName(facts),
    letter: {
      ...wordsOf({
        ...facts,
        from,
        chair: await findPublishedChair(kysely, task),
        leaving: isEnrolled ? leavingText({ ...facts, has_record: facts.has_record === true }, now) : null,
      }),
      action: { label: toTestmoment, href: `${publicUrl}/student/testmoments?moment=${task.testmoment_id}` },
      afterwards: [texts.why],
    },
  }
}

/** Queues letters about enrollments that ended through another act, for students who want them. */
export async function confirmUnenrolled(
  trx: Transaction,
  ended: readonly { user_id: number; testmoment_id: number; module_id: number }[],
  now: number,
): Promise<void> {
  const users = trx.selectFrom('user').select('id').where('confirmation_letters', '=', true)
  const userIds = [...new Set(ended.map(({ user_id }) => user_id))]
  const rows = await rowsInChunks(userIds, (ids) => users.where('id', 'in', ids).execute())
  const wanting = new Set(rows.map(({ id }) => id))
  const letters = ended
    .filter(({ user_id }) => wanting.has(user_id))
    .map(({ user_id, testmoment_id, module_id }) => ({
      user_id,
      happened: 'unenrolled' as const,
      testmoment_id,
      module_id,
    }))
  for (const some of inChunks(letters)) await enqueueAll(trx, 'enrollment-letter', some, now)
}

const findFacts = (kysely: Kysely, { user_id, module_id, testmoment_id }: OutboxTasks['enrollment-letter']) =>
  kysely
    .selectFrom('user')
    .innerJoin('module', (join) => join.on('module.id', '=', module_id))
    .innerJoin('testmoment', (join) => join.on('testmoment.id', '=', testmoment_id))
    .leftJoin('enrollment', (join) =>
      join
        .onRef('enrollment.user_id', '=', 'user.id')
        .onRef('enrollment.module_id', '=', 'module.id')
        .onRef('enrollment.testmoment_id', '=', 'testmoment.id'),
    )
    .select(['user.username', 'user.first_name', 'user.last_name', 'user.confirmation_letters'])
    .select([
      'module.name',
      'module.description',
      'enrollment.id as enrollment_id',
      'enrollment.maker',
      'enrollment.has_record',
    ])
    .select(whenAndWhereColumns)
    .select(['testmoment.enrollments_enabled', 'testmoment.enrollments_close_at'])
    .where('user.id', '=', user_id)
    .executeTakeFirst()

export const findMoment = (kysely: Kysely, id: number) =>
  kysely.selectFrom('testmoment').select(whenAndWhereFieldNames).where('id', '=', id).executeTakeFirst()

/** Says until when students may unenroll or move by themselves. */
export function leavingText(moment: LeavingFacts, now: number): string {
  if (!mayUnenroll(moment, 'student', now).allowed) return texts.cannotLeave
  const closing = leavingClosesAt(moment, now)
  return texts.canLeave(closing && instantLabel(closing, 'any-time'))
}

interface Happening extends WhenAndWhere {
  name: string
  description: string
  /** null if the student is no longer enrolled there, and if unknown */
  maker: EnrollmentMaker | null
  from: WhenAndWhere | undefined
  /** undefined as long as the student does not see it */
  chair: ShownChair | undefined
  /** until when they can unenroll; null if they are no longer enrolled there */
  leaving: string | null
}

type ShownChair = Awaited<ReturnType<typeof findPublishedChair>>

function wordsOf({ from, chair, leaving, maker, ...happening }: Happening): Pick<Letter, 'subject' | 'paragraphs'> {
  const { name, description } = happening
  const module = `module ${name} (${description})`
  const day = dayAndStartLabel(happening, 'any-time')
  const when = labelOf(happening)
  if (leaving === null)
    return {
      subject: texts.unenrolledSubject(name, day),
      paragraphs: [texts.unenrolled(module), atMoment(when)],
    }
  const more = [...chairLines(chair), leaving]
  if (from)
    return {
      subject: texts.movedSubject(name, day),
      paragraphs: [texts.moved[maker ?? 'student'](module), movedFrom(labelOf(from)), movedTo(when), ...more],
    }
  return {
    subject: texts.enrolledSubject(name, day),
    paragraphs: [texts.enrolled[maker ?? 'student'](module), atMoment(when), ...more],
  }
}

/** Where the student sits, if they see that in the app too. */
export const chairLines = (chair: ShownChair): string[] => (chair ? [chairLine(chair)] : [])

/** Labels in letters include the year, since people keep letters. */
export const labelOf = (moment: WhenAndWhere): string => whenAndWhereLabel(moment, 'any-time')
