// Made of the declarations of calls by `npm run contract`.
import type * as messagesCalls from './messages.calls.ts'
import { endpoint } from './endpoint.ts'

export const getMessage = endpoint<typeof messagesCalls.getMessage>('GET', '/message/:id')
export const listMessages = endpoint<typeof messagesCalls.listMessages>('GET', '/messages/:paging')
export const listReceivedMessages = endpoint<typeof messagesCalls.listReceivedMessages>('GET', '/user/:id/messages')
export const previewAudience = endpoint<typeof messagesCalls.previewAudience>('GET', '/message-audience')
export const previewChosenAudience = endpoint<typeof messagesCalls.previewChosenAudience>('POST', '/message-audience', { kind: 'question' })
export const readMessage = endpoint<typeof messagesCalls.readMessage>('PUT', '/user/:user_id/message/:id/read', { event: 'messagesChanged' })
export const sendMessage = endpoint<typeof messagesCalls.sendMessage>('POST', '/message', { event: 'messagesChanged' })
