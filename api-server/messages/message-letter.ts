import type { AddressedLetter } from '#api-server/platform/mail/letter.ts'
import type { Database } from '#database/engine/open-database.ts'

/** What a teacher wrote, as a letter to one of those whom it is for; undefined once either is gone. */
export async function writeMessageLetter(
  { kysely }: Database,
  { message_id, user_id }: { message_id: number; user_id: number },
): Promise<AddressedLetter | undefined> {
  const row = await kysely
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .innerJoin('user', 'user.id', 'message_recipient.user_id')
    .select(['message.subject', 'message.text', 'user.username', 'user.first_name'])
    .where('message_recipient.message_id', '=', message_id)
    .where('message_recipient.user_id', '=', user_id)
    .executeTakeFirst()
  if (!row) return undefined
  const { subject, text, username, first_name } = row
  return {
    to: username,
    firstName: first_name,
    letter: { subject, paragraphs: text.split(/\n{2,}/), afterwards: [] },
  }
}
