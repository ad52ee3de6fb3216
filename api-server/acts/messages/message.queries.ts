import { type ExpressionBuilder, sql } from 'kysely'
import type { Kysely, Tables } from '#database/tables.ts'
import type { Message } from '#domain/messages/message.schema.ts'

export interface MessagesQuestion {
  automatic: boolean
  /** the page has messages with an id below this one */
  before: number | undefined
  limit: number
}

const messagesWithSender = (kysely: Kysely) =>
  kysely
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.sender_id')
    .select(['message.id', 'message.kind', 'message.created_at', 'message.audience_label'])
    .select(['message.subject', 'message.text', 'message.recipients', 'message.pushes_taken'])
    .select(['message.act_label', 'message.automatic'])
    .select(['user.id as sender_id', 'user.username', 'user.first_name', 'user.last_name'])

/**
 * Lists messages that were sent, latest first; of those of one act only the first. Of those that the system sent by itself, only
 * where a letter failed, unless asked for.
 */
export const listMessages = (kysely: Kysely, { before, limit, automatic }: MessagesQuestion) =>
  messagesWithSender(kysely)
    .where('message.act_id', 'is', null)
    .$if(!automatic, (some) =>
      some.where(({ or, eb, exists, selectFrom, lit }) =>
        or([
          eb('message.automatic', '=', lit(false)),
          exists(
            selectFrom('message_recipient')
              .innerJoin('message as sent', 'sent.id', 'message_recipient.message_id')
              .select('message_recipient.user_id')
              .where(({ or, eb }) =>
                or([eb('sent.id', '=', eb.ref('message.id')), eb('sent.act_id', '=', eb.ref('message.id'))]),
              )
              .where('message_recipient.letter', 'in', ['refused', 'unknown']),
          ),
        ]),
      ),
    )
    .$if(before !== undefined, (some) => some.where('message.id', '<', before ?? 0))
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()

export const findMessage = (kysely: Kysely, id: number) =>
  messagesWithSender(kysely).where('message.id', '=', id).executeTakeFirst()

export const listVariants = (kysely: Kysely, actIds: readonly number[]) =>
  actIds.length === 0
    ? []
    : kysely
        .selectFrom('message')
        .select(['id', 'act_id', 'audience_label', 'subject', 'text', 'recipients', 'pushes_taken'])
        .where('act_id', 'in', actIds)
        .orderBy('id')
        .execute()

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>

export async function countLetters(
  kysely: Kysely,
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

/** Text that a recipient reads: their own if they have one. */
export const ownText = ({ fn }: ExpressionBuilder<Tables, 'message' | 'message_recipient'>) =>
  sql<string>`${fn.coalesce('message_recipient.text', 'message.text')}`.as('text')

const receivedBy = (kysely: Kysely, userId: number) =>
  kysely
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .select(['message.id', 'message.kind', 'message.created_at', 'message.subject', 'message_recipient.read_at'])
    .select(ownText)
    .where('message_recipient.user_id', '=', userId)

/** Lists received messages that were sent at this instant (ISO) or later, latest first. */
export const listReceived = (kysely: Kysely, userId: number, since: string) =>
  receivedBy(kysely, userId).where('message.created_at', '>=', since).orderBy('message.id', 'desc').execute()

export const findReceived = (kysely: Kysely, userId: number, id: number) =>
  receivedBy(kysely, userId).where('message.id', '=', id).executeTakeFirst()
