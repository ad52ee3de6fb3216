import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './messages.schema.ts'

/** Lists messages, newest first. For administrators. */
export const listMessages = endpoint<typeof schemas.listMessagesSchemas>('GET', '/messages/:paging')

/** Returns a message with its outcomes so far. For administrators. */
export const getMessage = endpoint<typeof schemas.getMessageSchemas>('GET', '/message/:id')

/** Counts the recipients of a message. 404 if the moment, module or department no longer exists. For administrators. */
export const previewAudience = endpoint<typeof schemas.previewAudienceSchemas>('GET', '/message-audience')
export type AudiencePreview = ReplyOf<typeof previewAudience>

/**
 * Counts the recipients of a message to any group, including chosen users. Users who are not students are no
 * recipients.
 */
export const previewChosenAudience = endpoint<typeof schemas.previewChosenAudienceSchemas>(
  'POST',
  '/message-audience',
  { kind: 'question' },
)

/**
 * Sends a message. 201; 200 with the sent one for a repeated key. Asks first if the same words went to the same group before,
 * from any sender. 422 with a `MessageRefusal`; 404 as in `previewAudience`. For administrators.
 */
export const sendMessage = endpoint<typeof schemas.sendMessageSchemas>('POST', '/message', 'messagesChanged')

/** Lists all messages to a student, newest first. One's own only; a student's link `messages`. */
export const listReceivedMessages = endpoint<typeof schemas.listReceivedMessagesSchemas>('GET', '/user/:id/messages')

/** Marks a message as read; one's own only. Idempotent. */
export const readMessage = endpoint<typeof schemas.readMessageSchemas>(
  'PUT',
  '/user/:user_id/message/:id/read',
  'messagesChanged',
)
