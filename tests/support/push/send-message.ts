import { addRecipients, makeMessage } from '#api-server/facts/queue-message.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { MessageKind } from '#domain/messages/message.schema.ts'

interface SentMessage {
  kind?: MessageKind
  /** key of a message that is sent in parts */
  key?: string
  senderId: number
  to: readonly number[]
  /** ms since the epoch */
  now: number
}

/** Sends a message as an administrator does, with letters and pushes in the outbox. Returns its id. */
export const sendMessage = (
  database: Database,
  { kind = 'message', key = crypto.randomUUID(), senderId, to, now }: SentMessage,
): Promise<number> =>
  database.transaction(async (trx) => {
    const written = { key, subject: 'Let op: geheim onderwerp', text: 'Geheime tekst.' }
    const about = { kind, written, senderId, audience: {}, audienceLabel: 'Alle studenten' }
    const { id } = await makeMessage(trx, about, now)
    await addRecipients(trx, { id, kind }, to, now)
    return id
  })
