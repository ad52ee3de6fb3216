import type { LetterFailure } from '#api-server/platform/mail/delivery.ts'
import { settleLetter } from '#api-server/platform/mail/delivery.ts'
import type { AddressedLetter } from '#api-server/platform/mail/letter.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ClaimedTask, OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import { isAboutRoom } from '#database/queries/recipients-concerned.ts'
import { messageLetterTexts } from '#domain/messages/message.texts.ts'
import { greetedName, personLabel } from '#domain/users/names.ts'
import { ownText } from './message.queries.ts'

type Recipient = OutboxTasks['message-letter']

/** Undefined once the message or its recipient is deleted. */
export async function writeMessageLetter(
  { database: { kysely }, publicUrl }: { database: Database; publicUrl: string },
  { message_id, user_id }: Recipient,
): Promise<AddressedLetter | undefined> {
  const row = await kysely
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .innerJoin('user', 'user.id', 'message_recipient.user_id')
    .leftJoin('user as sender', 'sender.id', 'message.sender_id')
    .select(['message.subject', 'user.username', 'user.first_name', 'user.last_name', 'user.activated'])
    .select(ownText)
    .select('message.audience')
    .select(['sender.username as sender', 'sender.first_name as sender_first', 'sender.last_name as sender_last'])
    .where('message_recipient.message_id', '=', message_id)
    .where('message_recipient.user_id', '=', user_id)
    .executeTakeFirst()
  if (!row) return undefined
  const { sender, sender_first, sender_last } = row
  const name =
    sender === null
      ? undefined
      : personLabel({ username: sender, first_name: sender_first ?? '', last_name: sender_last ?? '' })
  return {
    to: row.username,
    firstName: greetedName(row),
    letter: {
      subject: row.subject,
      written: row.text,
      paragraphs: [],
      afterwards: [
        ...(name === undefined ? [] : [messageLetterTexts.sender(name)]),
        ...(row.activated ? [messageLetterTexts.inApp(`${publicUrl}/student/messages?message=${message_id}`)] : []),
        // A message about a chair is complete, so it needs no app.
        ...(row.activated || isAboutRoom(row.audience)
          ? []
          : [messageLetterTexts.notActivated(`${publicUrl}/password-reset`)]),
      ],
    },
    headers: {
      // Mail programs group messages by List-Id (RFC 2919); `Precedence` keeps older ones from answering automatically.
      'List-Id': `<berichten.${new URL(publicUrl).hostname}>`,
      Precedence: 'bulk',
    },
  }
}

const recipientRow = ({ kysely }: Pick<Database, 'kysely'>, { message_id, user_id }: Recipient) =>
  kysely.updateTable('message_recipient').where('message_id', '=', message_id).where('user_id', '=', user_id)

/** Counts that the letter goes again: its answer was lost, or the server that sent it died before it recorded the outcome. */
export async function noteMessageLapse(database: Pick<Database, 'kysely'>, recipient: Recipient): Promise<void> {
  await recipientRow(database, recipient)
    .set((column) => ({ letter_repeats: column('letter_repeats', '+', 1) }))
    .execute()
}

/**
 * Settles the task of a letter together with the recorded outcome. A letter whose answer was lost is sent once more; after
 * a second lost answer its outcome is unknown.
 */
export const settleMessageLetter = (
  { transaction }: Database,
  task: ClaimedTask<'message-letter'>,
  failure: LetterFailure | undefined,
  now: number,
): ReturnType<typeof settleLetter> =>
  transaction(async (trx) => {
    const within = { kysely: trx }
    const recipient = recipientRow(within, task.payload)
    if (!failure) {
      await recipient.set({ letter: 'accepted' }).execute()
      return settleLetter(within, task, undefined, now)
    }
    const wentAgain = await hasGoneAgain(within, task.payload)
    const ends = failure.permanent || (failure.answerLost && wentAgain)
    const next = await settleLetter(within, task, { ...failure, permanent: ends }, now)
    if (next === 'later' && failure.answerLost) await noteMessageLapse(within, task.payload)
    if (next === 'given-up') {
      const isUnknown = !failure.permanent && (failure.answerLost || wentAgain)
      await recipient
        .set({ letter: isUnknown ? 'unknown' : 'refused' })
        .where('letter', 'is', null)
        .execute()
    }
    return next
  })

async function hasGoneAgain({ kysely }: Pick<Database, 'kysely'>, { message_id, user_id }: Recipient) {
  const row = await kysely
    .selectFrom('message_recipient')
    .select('letter_repeats')
    .where('message_id', '=', message_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined && row.letter_repeats > 0
}
