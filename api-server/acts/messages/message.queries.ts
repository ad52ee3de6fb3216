import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Message } from '#domain/messages/message.schema.ts'

export interface MessagesQuestion {
  /** the page has messages with an id below this one */
  before: number | undefined
  limit: number
}

const messagesWithSender = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.sender_id')
    .select(['message.id', 'message.kind', 'message.created_at', 'message.audience_label'])
    .select(['message.subject', 'message.text', 'message.recipients', 'message.pushes_taken'])
    .select(['user.id as sender_id', 'user.username', 'user.first_name', 'user.last_name'])

/** Lists messages that were sent, latest first. */
export const listMessages = (kysely: Kysely<Tables>, { before, limit }: MessagesQuestion) =>
  messagesWithSender(kysely)
    .$if(before !== undefined, (some) => some.where('message.id', '<', before ?? 0))
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()

export const findMessage = (kysely: Kysely<Tables>, id: number) =>
  messagesWithSender(kysely).where('message.id', '=', id).executeTakeFirst()

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** Counts the current outcomes of the letters of these messages. */
export async function countLetters(
  kysely: Kysely<Tables>,
  messageIds: readonly number[],
): Promise<Map<number, Message['letters']>> {
  const counts = new Map(messageIds.map((id) => [id, { waiting: 0, accepted: 0, refused: 0, unknown: 0, repeated: 0 }]))
  if (messageIds.length === 0) return counts
  // The index covers this query.
  const rows = await kysely
    .selectFrom('message_recipient')
    .select(({ fn }) => ['message_id', 'letter', 'letter_repeats', fn.countAll<number>().as('count')])
    .where('message_id', 'in', messageIds)
    .groupBy(['message_id', 'letter', 'letter_repeats'])
    .execute()
  for (const { message_id, letter, letter_repeats, count } of rows) {
    const letters = counts.get(message_id)
    if (!letters) continue
    letters[letter ?? 'waiting'] += count
    if (letter_repeats > 0) letters.repeated += count
  }
  return counts
}

const receivedBy = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .select(['message.id', 'message.kind', 'message.created_at', 'message.subject', 'message.text'])
    .select('message_recipient.read_at')
    .where('message_recipient.user_id', '=', userId)

/** Lists received messages that were sent at this instant (ISO) or later, latest first. */
export const listReceived = (kysely: Kysely<Tables>, userId: number, since: string) =>
  receivedBy(kysely, userId).where('message.created_at', '>=', since).orderBy('message.id', 'desc').execute()

export const findReceived = (kysely: Kysely<Tables>, userId: number, id: number) =>
  receivedBy(kysely, userId).where('message.id', '=', id).executeTakeFirst()
