import { endpoint, type ReplyOf } from './endpoint.ts'
import type * as schemas from './messages.schema.ts'

/** Newest first; for administrators. */
export const listMessages = endpoint<typeof schemas.listMessagesSchemas>('GET', '/messages/:paging')

/** With what came of it until now; for administrators. */
export const getMessage = endpoint<typeof schemas.getMessageSchemas>('GET', '/message/:id')

/** To how many a message would go; for administrators. 404 when the moment, module or department is not there (any more). */
export const previewAudience = endpoint<typeof schemas.previewAudienceSchemas>('GET', '/message-audience')
export type AudiencePreview = ReplyOf<typeof previewAudience>

/** The same of any group, also one of people who were chosen: those who are no students are not among its recipients. */
export const previewChosenAudience = endpoint<typeof schemas.previewChosenAudienceSchemas>(
  'POST',
  '/message-audience',
  { kind: 'question' },
)

/**
 * 201; 200 with what was sent when the screen sends again by the same key. Asks first when the same words went to the
 * same group before, by any sender. 422 with a `MessageRefusal`; 404 as in `previewAudience`. For administrators.
 */
export const sendMessage = endpoint<typeof schemas.sendMessageSchemas>('POST', '/message', 'messagesChanged')

/** All messages to a student, newest first. One's own only; a student's link `messages`. */
export const listReceivedMessages = endpoint<typeof schemas.listReceivedMessagesSchemas>('GET', '/user/:id/messages')

/** That it was read; one's own only. Again it stays as it was. */
export const readMessage = endpoint<typeof schemas.readMessageSchemas>(
  'PUT',
  '/user/:user_id/message/:id/read',
  'messagesChanged',
)
