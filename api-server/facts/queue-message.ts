import { createHash } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import { messageChanges } from '#database/changes/change.ts'
import { enqueue, enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Tables, Transaction } from '#database/tables.ts'
import { MAX_RECIPIENTS, messageRefusal, tidyMessage } from '#domain/messages/message.rules.ts'
import type { MessageKind, WrittenMessage } from '#domain/messages/message.schema.ts'
import { Problem } from '#server/problem.ts'
import { recordChange } from './record-change.ts'

interface MessageToMake {
  kind: MessageKind
  written: WrittenMessage
  senderId: number
  /** Recipient ids, or the id of the changed moment. */
  audience: object
  /** the audience in Dutch; not updated when what it names is deleted */
  audienceLabel: string
  /** act by which it is sent with others; undefined for a message by itself */
  act?: MessageAct | undefined
}

/** An act that sends several messages, each to those of its students who read the same. */
export interface MessageAct {
  /** first message of the act; null for that one */
  firstId: number | null
  /** what the act is called, in Dutch */
  label: string
  /** nobody chose to send it: something else changed */
  automatic: boolean
}

/** Tidies a message for storing. Throws a `MessageRefusal` about its words. */
export function requireSendable(written: WrittenMessage): WrittenMessage {
  const message = tidyMessage(written)
  const refusal = messageRefusal(message)
  if (refusal) throw new Problem(refusal)
  return message
}

/**
 * Makes a message without recipients, or finds the one that this screen made before: a repeated change, or one in several
 * batches, has one message. `isSame`: same sender, audience and words. Throws a `MessageRefusal` about its words.
 */
export async function makeMessage(
  trx: Transaction,
  { kind, written, senderId, audience, audienceLabel, act }: MessageToMake,
  now: number,
): Promise<{ id: number; isNew: boolean; isSame: boolean; repeat: number }> {
  const { key, subject, text } = requireSendable(written)
  const to = JSON.stringify(audience)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([to, subject, text]))
    .digest('base64url')
  const at = new Date(now).toISOString()
  for (;;) {
    const known = await trx
      .selectFrom('message')
      .select(['id', 'repeat', 'sender_id', 'fingerprint'])
      .where('key', '=', key)
      .executeTakeFirst()
    if (known) {
      const isSame = known.sender_id === senderId && known.fingerprint === fingerprint
      return { id: known.id, repeat: known.repeat, isNew: false, isSame }
    }
    const made = await trx
      .insertInto('message')
      .values(({ selectFrom, fn, lit }) => ({
        key,
        kind,
        fingerprint,
        repeat: selectFrom('message')
          .where('fingerprint', '=', fingerprint)
          .select(sql<number>`${fn.coalesce(fn.max('repeat'), lit(-1))} + 1`.as('repeat')),
        sender_id: senderId,
        audience: to,
        audience_label: audienceLabel,
        subject,
        text,
        created_at: at,
        ...(act && { act_id: act.firstId, act_label: act.label, automatic: act.automatic }),
      }))
      // If two requests come at once with one key or the same words, the second waits here for the first, then looks again.
      .onConflict((once) => once.doNothing())
      .returning(['id', 'repeat'])
      .executeTakeFirst()
    if (!made) continue
    const sent = { action: 'sent', resource: 'message', resourceId: made.id, about: audienceLabel } as const
    await recordChange(trx, { actorId: senderId, ...sent }, now)
    return { ...made, isNew: true, isSame: true }
  }
}

interface QueuedMessage {
  id: number
  kind: MessageKind
  /** what recipients read instead of the message's own text, by user id */
  texts?: ReadonlyMap<number, string>
}

/**
 * Adds recipients to a message and puts their letters and pushes in the outbox; existing recipients are skipped. Returns how
 * many were added. Nothing is sent or announced before the commit.
 */
export async function addRecipients(
  trx: Transaction,
  message: QueuedMessage,
  userIds: readonly number[],
  now: number,
): Promise<number> {
  const added: number[] = []
  for (const ids of inChunks([...new Set(userIds)])) added.push(...(await addSome(trx, message, ids, now)))
  if (added.length === 0) return 0
  await enqueuePush(trx, message, added.length, now)
  await announce(trx, messageChanges(added, message.id))
  return added.length
}

async function addSome(
  trx: Transaction,
  { id, texts }: QueuedMessage,
  userIds: readonly number[],
  now: number,
): Promise<number[]> {
  const rows = await trx
    .insertInto('message_recipient')
    .values(userIds.map((user_id) => ({ message_id: id, user_id, text: texts?.get(user_id) ?? null })))
    .onConflict((once) => once.columns(['message_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  const added = rows.map(({ user_id }) => user_id)
  const letters = added.map((user_id) => ({ message_id: id, user_id }))
  await enqueueAll(trx, 'message-letter', letters, now)
  return added
}

/** Rows per statement: PostgreSQL might cancel a statement of 25,000 rows that takes longer than a request may wait. */
const ROWS_A_STATEMENT = 2_500

/**
 * Adds all users of a query to a message without recipients, like `addRecipients`, but the database writes thousands of rows at
 * a time. The caller announces them after the commit (`announceRecipients`). Throws `message-to-nobody` and
 * `message-to-too-many`.
 */
export async function addAudience(
  trx: Transaction,
  message: QueuedMessage,
  students: SelectQueryBuilder<Tables, 'user', { id: number }>,
  now: number,
): Promise<void> {
  const found = await students
    .orderBy('user.id')
    .limit(MAX_RECIPIENTS + 1)
    .execute()
  if (found.length === 0) throw new Problem('message-to-nobody')
  if (found.length > MAX_RECIPIENTS) throw new Problem('message-to-too-many')
  let added = 0
  for (let from = 0; from < found.length; from += ROWS_A_STATEMENT) {
    const some = found.slice(from, from + ROWS_A_STATEMENT)
    const [first = 0, last = 0] = [some[0]?.id, some.at(-1)?.id]
    const between = students.where('user.id', '>=', first).where('user.id', '<=', last)
    added += await insertBetween(trx, message, between, { first, last })
  }
  await enqueuePush(trx, message, added, now)
}

async function insertBetween(
  trx: Transaction,
  { id }: QueuedMessage,
  students: SelectQueryBuilder<Tables, 'user', { id: number }>,
  { first, last }: { first: number; last: number },
): Promise<number> {
  const { numInsertedOrUpdatedRows: added = 0n } = await trx
    .insertInto('message_recipient')
    .columns(['user_id', 'message_id'])
    .expression(students.select(({ lit }) => lit(id).as('message_id')))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('outbox')
    .columns(['kind', 'payload', 'created_at', 'available_at'])
    .expression(({ selectFrom }) =>
      selectFrom('message_recipient')
        .innerJoin('message', 'message.id', 'message_recipient.message_id')
        // Writes the same row as `enqueue`, in which ids are JSON numbers. PostgreSQL needs the type of each value.
        .select(({ ref }) => [
          sql<string>`cast(${'message-letter'} as text)`.as('kind'),
          sql<string>`cast(${`{"message_id":${id},"user_id":`} as text) || ${ref('user_id')} || '}'`.as('payload'),
          'message.created_at as created_at',
          'message.created_at as available_at',
        ])
        .where('message_id', '=', id)
        .where('user_id', '>=', first)
        .where('user_id', '<=', last)
        .orderBy('user_id'),
    )
    .execute()
  return Number(added)
}

async function enqueuePush(trx: Transaction, { id, kind }: QueuedMessage, added: number, now: number) {
  await trx
    .updateTable('message')
    .set((column) => ({ recipients: column('recipients', '+', added) }))
    .where('id', '=', id)
    .execute()
  await enqueue(trx, `${kind}-push`, { message_id: id }, now)
}

export async function announceRecipients(kysely: Kysely, id: number): Promise<void> {
  const recipients = await kysely
    .selectFrom('message_recipient')
    .select('user_id')
    .where('message_id', '=', id)
    .execute()
  await announce(
    kysely,
    messageChanges(
      recipients.map(({ user_id }) => user_id),
      id,
    ),
  )
}
