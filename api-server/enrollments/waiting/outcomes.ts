import { chairLines, findMoment, labelOf, leavingText } from '#api-server/enrollments/enrollment-letter.ts'
import type { AddressedLetter, Letter } from '#api-server/platform/mail/letter.ts'
import { findPublishedChair } from '#api-server/rooms/chair.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import type { WaitingOutcomeKind } from '#domain/enrollments/waiting.schema.ts'
import { waitedForLabel, waitingOutcomeTexts } from '#domain/enrollments/waiting.texts.ts'
import { pick } from '#domain/entities/pick.ts'
import { greetedName } from '#domain/users/names.ts'
import { atMoment, movedFrom, movedTo, waitingLetterTexts as texts, toTestmoment } from '../enrollment-letters.texts.ts'

/** How a wait ended; `testmoment` with its present name, and with a null id once deleted. */
export interface EndedWait {
  user_id: number
  module_id: number
  outcome: WaitingOutcomeKind
  testmoment: WhenAndWhere & { id: number | null }
  /** former moment, for a student who was moved */
  from_testmoment_id?: number | undefined
}

/**
 * Stores how these waits ended and queues a letter to each student, in the transaction that removes them from the line. The
 * student or their row is locked, so the account exists until it commits.
 */
export async function writeOutcomes(trx: Transaction, waits: readonly EndedWait[], now: number): Promise<void> {
  const created_at = new Date(now).toISOString()
  for (const some of inChunks(waits)) {
    const rows = await trx
      .insertInto('waiting_outcome')
      .values(
        some.map(({ user_id, module_id, outcome, testmoment }) => ({
          user_id,
          module_id,
          outcome,
          testmoment_id: testmoment.id,
          ...pick(testmoment, whenAndWhereFieldNames),
          created_at,
        })),
      )
      .returning(['id', 'user_id', 'module_id', 'testmoment_id'])
      .execute()
    // RETURNING promises no order.
    const from = new Map(some.map((wait) => [placeOf(wait), wait.from_testmoment_id]))
    const letters = rows.map(({ id, ...row }) => {
      const from_testmoment_id = from.get(placeOf({ ...row, testmoment: { id: row.testmoment_id } }))
      return { waiting_outcome_id: id, ...(from_testmoment_id !== undefined && { from_testmoment_id }) }
    })
    await enqueueAll(trx, 'waiting-letter', letters, now)
  }
}

const placeOf = ({
  user_id,
  module_id,
  testmoment,
}: Pick<EndedWait, 'user_id' | 'module_id'> & { testmoment: { id: number | null } }) =>
  `${user_id} ${testmoment.id} ${module_id}`

/**
 * Writes to a student who waited, also if they want no letters about enrollments: they have the seat, or are off the list and
 * why. Undefined if the account is gone, or the student has already given up the seat.
 */
export async function writeWaitingLetter(
  { database: { kysely }, publicUrl }: { database: Database; publicUrl: string },
  { waiting_outcome_id, from_testmoment_id }: OutboxTasks['waiting-letter'],
  now: number,
): Promise<AddressedLetter | undefined> {
  const facts = await findFacts(kysely, waiting_outcome_id)
  if (!facts) return undefined
  const { outcome, testmoment_id, enrollments_enabled, enrollments_close_at } = facts
  const isThere = testmoment_id !== null && outcome !== 'module-unavailable'
  const query = isThere ? `?moment=${testmoment_id}` : ''
  const address = { to: facts.username, firstName: greetedName(facts) }
  const more = {
    action: {
      label: isThere ? toTestmoment : texts.toTestmoments,
      href: `${publicUrl}/student/testmoments${query}`,
    },
    afterwards: [texts.why],
  }
  if (outcome !== 'promoted') return { ...address, letter: { ...removedWords(outcome, facts), ...more } }
  if (facts.enrollment_id === null || enrollments_enabled === null) return undefined
  const from = from_testmoment_id === undefined ? undefined : await findMoment(kysely, from_testmoment_id)
  const has_record = facts.has_record === true
  const leaving = leavingText({ ...facts, enrollments_enabled, enrollments_close_at, has_record }, now)
  const { user_id } = facts
  const chair = testmoment_id === null ? undefined : await findPublishedChair(kysely, { user_id, testmoment_id })
  return { ...address, letter: { ...promotedWords({ ...facts, from, chair, leaving }), ...more } }
}

/** Names of the moment as they were then; its closing and the enrollment as they are now. */
const findFacts = (kysely: Kysely, id: number) =>
  kysely
    .selectFrom('waiting_outcome as waited')
    .innerJoin('user', 'user.id', 'waited.user_id')
    .innerJoin('module', 'module.id', 'waited.module_id')
    .leftJoin('testmoment', 'testmoment.id', 'waited.testmoment_id')
    .leftJoin('enrollment', (join) =>
      join
        .onRef('enrollment.user_id', '=', 'waited.user_id')
        .onRef('enrollment.module_id', '=', 'waited.module_id')
        .onRef('enrollment.testmoment_id', '=', 'waited.testmoment_id'),
    )
    .select(['user.id as user_id', 'user.username', 'user.first_name', 'user.last_name'])
    .select(['module.name', 'module.description', 'waited.outcome'])
    .select(['waited.date', 'waited.duration', 'waited.location', 'waited.starts_at', 'waited.ends_at'])
    .select(['waited.testmoment_id', 'enrollment.id as enrollment_id', 'enrollment.has_record'])
    .select(['testmoment.enrollments_enabled', 'testmoment.enrollments_close_at'])
    .where('waited.id', '=', id)
    .executeTakeFirst()

interface Waited extends WhenAndWhere {
  name: string
  description: string
}

interface Promoted extends Waited {
  from: WhenAndWhere | undefined
  /** undefined as long as the student does not see it */
  chair: Parameters<typeof chairLines>[0]
  leaving: string
}

type Words = Pick<Letter, 'subject' | 'paragraphs'>

function promotedWords({ from, chair, leaving, ...waited }: Promoted): Words {
  const { name, description } = waited
  const module = `module ${name} (${description})`
  const when = labelOf(waited)
  return {
    subject: texts.promotedSubject(name, dayAndStartLabel(waited, 'any-time')),
    paragraphs: [
      texts.promoted(module, from !== undefined),
      ...(from ? [movedFrom(labelOf(from)), movedTo(when)] : [atMoment(when)]),
      ...chairLines(chair),
      leaving,
    ],
  }
}

function removedWords(outcome: Exclude<WaitingOutcomeKind, 'promoted'>, waited: Waited): Words {
  const { name } = waited
  return {
    subject: texts.removedSubject(name, dayAndStartLabel(waited, 'any-time')),
    paragraphs: [
      waitingOutcomeTexts[outcome](waitedForLabel({ module: name, moment: labelOf(waited) })),
      ...(STILL_WANTED.includes(outcome) ? [texts.elsewhere] : []),
    ],
  }
}

/** Outcomes after which the student may still look for the module elsewhere. */
const STILL_WANTED: readonly WaitingOutcomeKind[] = ['testmoment-past', 'testmoment-deleted', 'removed']
