import type { Transaction } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import type { WaitingOutcomeKind } from '#domain/enrollments/waiting.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { messagesKeptSince } from '#domain/messages/message.rules.ts'
import { type WhenAndWhere, whenAndWhereFieldNames } from '#domain/testmoments/testmoment.schema.ts'

/** How it ended for somebody who waited; `testmoment` as it is called now, and without an id once it is deleted. */
export interface EndedWait {
  user_id: number
  module_id: number
  outcome: WaitingOutcomeKind
  testmoment: WhenAndWhere & { id: number | null }
  /** of who was moved */
  from_testmoment_id?: number | undefined
}

/**
 * Keeps what became of these, and puts a letter to each in the outbox, in the transaction that takes them off the line.
 * Each account is there until it ends: its student, or the row of it, is locked.
 */
export async function writeOutcomes(trx: Transaction<Tables>, waits: readonly EndedWait[], now: number): Promise<void> {
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

/** Deletes those that are as old as messages that are no longer kept. `now` in ms since the epoch. */
export async function forgetOldOutcomes({ kysely }: Pick<Database, 'kysely'>, now: number): Promise<void> {
  const since = new Date(messagesKeptSince(now)).toISOString()
  await kysely.deleteFrom('waiting_outcome').where('created_at', '<', since).execute()
}
