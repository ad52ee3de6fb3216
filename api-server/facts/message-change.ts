import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { addRecipients, makeMessage } from './queue-message.ts'

interface MessageAboutChange {
  /** message by the author of the change; undefined where they write nothing */
  written: WrittenMessage | undefined
  senderId: number
  /** ids: what was changed */
  about: object
  /** the same in Dutch; it stays as it is when what it names goes */
  label: string
  /** recipients: the students that the change concerns */
  userIds: readonly number[]
  /** the change is carried out in several transactions, which add their recipients to one message */
  inBatches?: boolean
}

/**
 * Writes to the students that a change concerns, in its transaction, and returns how many. A change that concerns
 * nobody, also since it was made before, has no message; and a key that is known is of another change or another sender's
 * message, to which nobody is added. Throws a `MessageRefusal` about its words.
 */
export async function messageAboutChange(
  trx: Transaction<Tables>,
  { written, senderId, about, label, userIds, inBatches = false }: MessageAboutChange,
  now: number,
): Promise<number> {
  if (!written || userIds.length === 0) return 0
  const message = { kind: 'change', written, senderId, audience: about, audienceLabel: label } as const
  const { id, isNew, isSame } = await makeMessage(trx, message, now)
  return isNew || (inBatches && isSame) ? addRecipients(trx, { id, kind: 'change' }, userIds, now) : 0
}
