import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { messageRefusal, tidyMessage } from '#domain/messages/message.rules.ts'
import type { MessageKind, WrittenMessage } from '#domain/messages/message.schema.ts'
import { Problem } from '#server/problem.ts'

interface MessageToMake {
  kind: MessageKind
  written: WrittenMessage
  senderId: number
  /** ids: to whom, or what was changed */
  audience: object
  /** the same in Dutch; it stays as it is when what it names goes */
  audienceLabel: string
}

/** The message as it is kept. Throws a `MessageRefusal` about its words. */
export function requireSendable(written: WrittenMessage): WrittenMessage {
  const message = tidyMessage(written)
  const refusal = messageRefusal(message)
  if (refusal) throw new Problem(refusal)
  return message
}

/**
 * Makes a message that has no recipients yet, or finds the one that this screen made before: a change that is repeated,
 * or comes in several batches, has one message. Throws a `MessageRefusal` about its words.
 */
export async function makeMessage(
  trx: Transaction<Tables>,
  { kind, written, senderId, audience, audienceLabel }: MessageToMake,
  now: number,
): Promise<{ id: number; isNew: boolean; repeat: number }> {
  const { key, subject, text } = requireSendable(written)
  const known = await trx.selectFrom('message').select(['id', 'repeat']).where('key', '=', key).executeTakeFirst()
  if (known) return { ...known, isNew: false }
  const to = JSON.stringify(audience)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([to, subject, text]))
    .digest('base64url')
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
      created_at: new Date(now).toISOString(),
    }))
    .returning(['id', 'repeat'])
    .executeTakeFirstOrThrow()
  return { ...made, isNew: true }
}

/**
 * Adds these to whom a message goes, and puts their letters and pushes in the outbox; who is among them already is passed
 * over. Says how many were added. Known when this transaction is committed, and only then.
 */
export async function addRecipients(
  trx: Transaction<Tables>,
  message: { id: number; kind: MessageKind },
  userIds: readonly number[],
  now: number,
): Promise<number> {
  let added = 0
  for (const ids of inChunks([...new Set(userIds)])) added += await addSome(trx, message, ids, now)
  if (added === 0) return 0
  await trx
    .updateTable('message')
    .set((column) => ({ recipients: column('recipients', '+', added) }))
    .where('id', '=', message.id)
    .execute()
  await enqueue(trx, `${message.kind}-push`, { message_id: message.id }, now)
  return added
}

async function addSome(
  trx: Transaction<Tables>,
  { id }: { id: number },
  userIds: readonly number[],
  now: number,
): Promise<number> {
  const rows = await trx
    .insertInto('message_recipient')
    .values(userIds.map((user_id) => ({ message_id: id, user_id })))
    .onConflict((once) => once.columns(['message_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  if (rows.length === 0) return 0
  const at = new Date(now).toISOString()
  await trx
    .insertInto('outbox')
    .values(
      rows.map(({ user_id }) => ({
        kind: 'message-letter',
        payload: JSON.stringify({ message_id: id, user_id }),
        created_at: at,
        available_at: at,
      })),
    )
    .execute()
  return rows.length
}
