import type { Deps } from '#api-server/context.ts'
import { addAudience, announceRecipients, makeMessage } from '#api-server/facts/queue-message.ts'
import { requireConfirmation } from '#api-server/platform/edits.ts'
import type { Transaction } from '#database/tables.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import type { NewMessage } from '#domain/messages/message.schema.ts'
import { sentBeforeText } from '#domain/messages/message.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import { keptAudience, labelOf, studentsIn } from './audience.ts'

interface Wish {
  senderId: number
  message: NewMessage
  confirmed?: string | undefined
}

/**
 * Sends a message to the current members of the audience and returns its id; `isNew` is false if this screen had sent it
 * already. Throws `confirmation-needed` if the same message went to the same audience before: if two teachers send it at
 * once, one of them has to confirm.
 */
export async function sendMessage(
  { database, clock }: Deps,
  { senderId, message: { audience, ...written }, confirmed }: Wish,
): Promise<{ id: number; isNew: boolean }> {
  const sent = await database.transaction(async (trx) => {
    const now = clock()
    const audienceLabel = await labelOf(trx, audience)
    const message = { kind: 'message', written, senderId, audience: keptAudience(audience), audienceLabel } as const
    const made = await makeMessage(trx, message, now)
    if (!made.isNew) return made
    if (made.repeat > 0)
      requireConfirmation({ ...noConsequences, message_sent_before: await lastTime(trx, made) }, confirmed)
    await addAudience(trx, { id: made.id, kind: 'message' }, studentsIn(trx, audience), now)
    return made
  })
  // The message is committed. If the database fails now, recipients still see it when they next look.
  if (sent.isNew) await announceRecipients(database.kysely, sent.id).catch(() => undefined)
  return sent
}

/** Time and sender of the earlier message with the same text. */
async function lastTime(trx: Transaction, { id, repeat }: { id: number; repeat: number }): Promise<string> {
  const before = await trx
    .selectFrom('message as again')
    .innerJoin('message', 'message.fingerprint', 'again.fingerprint')
    .leftJoin('user', 'user.id', 'message.sender_id')
    .select(['message.created_at', 'user.username', 'user.first_name', 'user.last_name'])
    .where('again.id', '=', id)
    .where('message.repeat', '=', repeat - 1)
    .executeTakeFirstOrThrow()
  const { created_at, username, first_name, last_name } = before
  const sender =
    username === null ? null : personLabel({ username, first_name: first_name ?? '', last_name: last_name ?? '' })
  return sentBeforeText(instantLabel(created_at, 'any-time'), sender)
}
