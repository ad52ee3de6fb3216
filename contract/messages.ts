import type { Audience, Message, NewMessage, ReceivedMessage } from '#domain/messages/message.schema.ts'
import { type ById, type ByPaging, type EntityReply, endpoint, type FromCursor, type ListReply } from './endpoint.ts'
import type { Confirmed } from './refusals.ts'

/** Newest first; for administrators. */
export const listMessages = endpoint<{ params: ByPaging; query: FromCursor; reply: ListReply<Message> }>(
  'GET',
  '/messages/:paging',
)

/** With what came of it until now; for administrators. */
export const getMessage = endpoint<{ params: ById; reply: Message }>('GET', '/message/:id')

/** An `Audience` as a query says it. */
export interface AudienceQuery {
  kind: Exclude<Audience['kind'], 'users'>
  testmoment_id?: number | undefined
  module_id?: number | undefined
  education_department_id?: number | undefined
}

export interface AudiencePreview {
  /** how many students there are in the group now */
  recipients: number
  /** of theirs, those that are pushed to */
  devices: number
  /** what the group is called in Dutch: 'Ingeschreven voor di 24 nov 2026, module ALG1' */
  label: string
}

/** To how many a message would go; for administrators. 404 when the moment, module or department is not there (any more). */
export const previewAudience = endpoint<{ query: AudienceQuery; reply: AudiencePreview }>('GET', '/message-audience')

/** The same of any group, also one of people who were chosen: those who are no students are not among its recipients. */
export const previewChosenAudience = endpoint<{ body: { audience: Audience }; reply: AudiencePreview }>(
  'POST',
  '/message-audience',
  { kind: 'question' },
)

/**
 * 201; 200 with what was sent when the screen sends again by the same key. Asks first when the same words went to the
 * same group before, by any sender. 422 with a `MessageRefusal`; 404 as in `previewAudience`. For administrators.
 */
export const sendMessage = endpoint<{ query: Confirmed; body: NewMessage; reply: EntityReply<Message> }>(
  'POST',
  '/message',
  'messagesChanged',
)

/** By a student's link `messages`: what was written to them, newest first, all of it. One's own only. */
export const listReceivedMessages = endpoint<{ params: ById; reply: ListReply<ReceivedMessage> }>(
  'GET',
  '/user/:id/messages',
)

/** That it was read; one's own only. Again it stays as it was. */
export const readMessage = endpoint<{ params: ById & { user_id: number }; reply: EntityReply<ReceivedMessage> }>(
  'PUT',
  '/user/:user_id/message/:id/read',
  'messagesChanged',
)
