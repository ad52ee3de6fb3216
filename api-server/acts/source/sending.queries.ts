import type { Updateable } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { earlierTries } from '#database/queries/earlier-tries.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { SourceTables } from '#database/source-tables.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { SendingRefusal } from '#domain/source/sending.schema.ts'
import type { SourceFaultCode } from '#domain/source/source.schema.ts'
import { makeSourceRow, updateSource } from './source-state.queries.ts'

/** A statement with a thousand rows would block others too long. */
const ROWS_PER_STATEMENT = 250

/** Queues results that this transaction publishes, corrects or withdraws. Replaces an earlier value that was not sent yet. */
export async function queueResults(
  trx: Transaction,
  results: readonly { enrollment_id: number; user_id: number }[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString()
  for (const some of inChunks(results, ROWS_PER_STATEMENT))
    await trx
      .insertInto('result_sending')
      .values(
        some.map(({ enrollment_id, user_id }) => ({
          ...{ enrollment_id, user_id },
          ...{ state: 'waiting' as const, queued_at: at, available_at: at },
        })),
      )
      .onConflict((conflict) =>
        conflict.column('enrollment_id').doUpdateSet(({ ref, eb }) => ({
          ...{ state: 'waiting' as const, reason: null, attempts: 0 },
          version: eb('result_sending.version', '+', 1),
          queued_at: ref('excluded.queued_at'),
          available_at: ref('excluded.available_at'),
        })),
      )
      .execute()
}

/** ms after which another process may take over sending, unless the hold was renewed: longer than one result can take. */
const HOLD_MS = 10 * 60_000

/**
 * This process's exclusive right to send results. It expires after `HOLD_MS`; another process may then take it, and `renew` and
 * `end` of the old hold change nothing any more.
 */
export interface Hold {
  /** failures since the last success, before this round */
  failures: number
  /** Extends the hold by `HOLD_MS`; false if another process has taken it. */
  renew(): Promise<boolean>
  /** Releases the hold. With a pause nobody sends until that instant (ms), because of that fault. */
  end(pause?: { until: number; fault: SourceFaultCode; failures: number }): Promise<void>
}

/** Takes the hold for this process; undefined while another process has it, or during a pause. */
export async function holdSending({ kysely }: Database, clock: () => number): Promise<Hold | undefined> {
  const state = await kysely.selectFrom('source').select('sending_until').where('id', '=', 1).executeTakeFirst()
  if (!state) await makeSourceRow(kysely)
  const began = clock()
  if (state?.sending_until && Date.parse(state.sending_until) > began) return undefined
  let until = isoOf(began + HOLD_MS)
  const row = await updateSource(kysely)
    .set({ sending_until: until })
    .where((either) => either.or([either('sending_until', 'is', null), either('sending_until', '<=', isoOf(began))]))
    .returning('sending_failures')
    .executeTakeFirst()
  const change = async (changes: Updateable<SourceTables['source']>): Promise<boolean> => {
    const { numUpdatedRows } = await updateSource(kysely)
      .set(changes)
      .where('sending_until', '=', until)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (!row) return undefined
  return {
    failures: row.sending_failures,
    renew: async () => {
      // `change` recognizes its own hold by this instant, so each renewal needs a new one.
      const next = isoOf(Math.max(clock() + HOLD_MS, Date.parse(until) + 1))
      if (!(await change({ sending_until: next }))) return false
      until = next
      return true
    },
    end: async (pause) => {
      await change(
        pause
          ? { sending_until: isoOf(pause.until), sending_failures: pause.failures, sending_fault: pause.fault }
          : { sending_until: null },
      )
    },
  }
}

export const noteWorking = ({ kysely }: Database) =>
  updateSource(kysely).set({ sending_failures: 0, sending_fault: null }).execute()

const isoOf = (instant: number): string => new Date(instant).toISOString()

/**
 * Finds the result that has waited longest and may be sent now. A result waits for earlier results of the same student and
 * module, so that they arrive in the order in which they were published.
 */
export const findNextSending = (kysely: Kysely, now: number) =>
  kysely
    .selectFrom('result_sending as sending')
    .innerJoin('enrollment', 'enrollment.id', 'sending.enrollment_id')
    .select(['sending.enrollment_id', 'sending.user_id', 'sending.version', 'sending.attempts', 'sending.offered_at'])
    .where('sending.state', '=', 'waiting')
    .where('sending.available_at', '<=', new Date(now).toISOString())
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('result_sending as earlier')
            .innerJoin('enrollment as other', 'other.id', 'earlier.enrollment_id')
            .select('earlier.enrollment_id')
            .where('earlier.state', '=', 'waiting')
            .whereRef('earlier.user_id', '=', 'sending.user_id')
            .whereRef('other.module_id', '=', 'enrollment.module_id')
            .where((each) =>
              each.or([
                each('earlier.queued_at', '<', each.ref('sending.queued_at')),
                each.and([
                  each('earlier.queued_at', '=', each.ref('sending.queued_at')),
                  each('earlier.enrollment_id', '<', each.ref('sending.enrollment_id')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('sending.queued_at')
    .orderBy('sending.enrollment_id')
    .limit(1)
    .executeTakeFirst()

export type Sending = NonNullable<Awaited<ReturnType<typeof findNextSending>>>

/** Finds the content of a sending: the result as the student sees it now, and the fields by which the source knows the test. */
export const findSentTest = (kysely: Kysely, enrollmentId: number) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('user', 'user.id', 'enrollment.user_id')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .leftJoin('result', 'result.enrollment_id', 'enrollment.id')
    .select(['user.student_number', 'module.name as module', ...whenAndWhereColumns])
    .select(['result.published_outcome', 'result.published_grade', 'result.published_at'])
    .select(earlierTries)
    .where('enrollment.id', '=', enrollmentId)
    .executeTakeFirst()

export type SentTest = NonNullable<Awaited<ReturnType<typeof findSentTest>>>

/** Ids at the source of people in our copy with this student number; two at most, enough to see that it is not unique. */
export const listPeopleNumbered = async (kysely: Kysely, number: string): Promise<string[]> =>
  (
    await kysely
      .selectFrom('source_person')
      .select('source_key')
      .where('student_number', '=', number)
      .limit(2)
      .execute()
  ).map(({ source_key }) => source_key)

const thisSending = (kysely: Kysely, { enrollment_id, version }: Sending) =>
  kysely.updateTable('result_sending').where('enrollment_id', '=', enrollment_id).where('version', '=', version)

/** Notes that a result is about to be sent. If this process dies now, the source may have received it nevertheless. */
export const noteOffered = (kysely: Kysely, { enrollment_id }: Sending, now: number) =>
  kysely
    .updateTable('result_sending')
    .set({ offered_at: new Date(now).toISOString() })
    .where('enrollment_id', '=', enrollment_id)
    .execute()

/** Notes that a result was sent. This and the writes below skip a row that was queued again meanwhile with a newer value. */
export const noteSent = (trx: Transaction, sending: Sending, now: number) =>
  thisSending(trx, sending)
    .set({ state: 'sent', sent_at: new Date(now).toISOString() })
    .execute()

export const noteRefused = (trx: Transaction, sending: Sending, reason: SendingRefusal) =>
  thisSending(trx, sending).set({ state: 'refused', reason }).execute()

/** Puts a result that could not be sent back in the queue until an instant (ms). */
export const postpone = (kysely: Kysely, sending: Sending, until: number) =>
  thisSending(kysely, sending)
    .set({ attempts: sending.attempts + 1, available_at: new Date(until).toISOString() })
    .execute()

/** Deletes the sending of a result that was withdrawn before it was ever sent. */
export const forgetSending = (kysely: Kysely, { enrollment_id, version }: Sending) =>
  kysely
    .deleteFrom('result_sending')
    .where('enrollment_id', '=', enrollment_id)
    .where('version', '=', version)
    .execute()
