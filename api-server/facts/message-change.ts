import type { Transaction } from '#database/tables.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { addRecipients, makeMessage } from './queue-message.ts'

interface MessageAboutChange {
  /** message from the author of the change; undefined if they wrote none */
  written: WrittenMessage | undefined
  senderId: number
  /** ids of what was changed */
  about: object
  /** ids of `about` in Dutch words; not updated when what it names is deleted */
  label: string
  /** recipients: the students that the change concerns */
  userIds: readonly number[]
  /** the change has several transactions, which add their recipients to one message */
  inBatches?: boolean
}

/**
 * Sends the message about a change to the students concerned, in its transaction, and returns how many. Sends none if the
 * change concerns nobody, also because it was made before. If the key is already that of another change or another sender,
 * nobody is added. Throws a `MessageRefusal` about its words.
 */
export async function messageAboutChange(
  trx: Transaction,
  { written, senderId, about, label, userIds, inBatches = false }: MessageAboutChange,
  now: number,
): Promise<number> {
  if (!written || userIds.length === 0) return 0
  const message = { kind: 'change', written, senderId, audience: about, audienceLabel: label } as const
  const { id, isNew, isSame } = await makeMessage(trx, message, now)
  return isNew || (inBatches && isSame) ? addRecipients(trx, { id, kind: 'change' }, userIds, now) : 0
}
