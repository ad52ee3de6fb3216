import type { Kysely } from '#database/tables.ts'
import type { MessagePushKind } from '#domain/push/push.rules.ts'
import { type Among, type ConcernAnswer, listSubscribers } from './push-subscribers.ts'

interface PushedMessage {
  id: number
  kind: MessagePushKind
  /** subject of a message about a student's room, which a teacher did not write; null for others */
  room_subject: string | null
  /** ISO instant */
  created_at: string
}

/** Current message; undefined once deleted. */
export async function findPushedMessage(kysely: Kysely, id: number): Promise<PushedMessage | undefined> {
  const row = await kysely
    .selectFrom('message')
    .select(['id', 'kind', 'created_at', 'subject', 'audience'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { subject, audience, ...message } = row
  return { ...message, room_subject: isAboutRoom(audience) ? subject : null }
}

/** Whether a message was sent by `notify-of-chairs.ts`: then it is about a room. */
export const isAboutRoom = (audience: string): boolean => Object.hasOwn(Object(JSON.parse(audience)), 'room_id')

/**
 * Recipients of a message who are to be notified by push: they want such pushes and have not read it. When searched by next
 * ids, those already pushed about it are skipped.
 */
export async function recipientsConcerned(
  kysely: Kysely,
  { message, among }: { message: PushedMessage; among: Among },
): Promise<ConcernAnswer> {
  const ids = await listRecipients(kysely, message.id, among)
  const subscribers = await listSubscribers(kysely, { ids })
  return {
    concerned: subscribers.filter(({ is_student, wishes }) => is_student && wishes[message.kind]),
    last: ids.at(-1) ?? null,
  }
}

async function listRecipients(kysely: Kysely, messageId: number, among: Among): Promise<number[]> {
  const unread = kysely
    .selectFrom('message_recipient as recipient')
    .select('recipient.user_id')
    .where('recipient.message_id', '=', messageId)
    .where('recipient.read_at', 'is', null)
    .orderBy('recipient.user_id')
  if ('ids' in among && among.ids.length === 0) return []
  const asked =
    'ids' in among
      ? unread.where('recipient.user_id', 'in', among.ids)
      : unread
          .where('recipient.user_id', '>', among.after)
          .where(({ exists, not, selectFrom }) => {
            const device = selectFrom('push_subscription as device').whereRef(
              'device.user_id',
              '=',
              'recipient.user_id',
            )
            const pushed = device
              .innerJoin('push_job', 'push_job.push_subscription_id', 'device.id')
              .where('push_job.message_id', '=', messageId)
            return exists(device.select('device.id')).and(not(exists(pushed.select('push_job.id'))))
          })
          .limit(among.limit)
  return (await asked.execute()).map(({ user_id }) => user_id)
}
