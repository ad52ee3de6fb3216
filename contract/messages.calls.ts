import { z } from 'zod'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import {
  audienceSchema,
  type Message,
  messageSchema,
  messageVariantSchema,
  newMessageSchema,
  receivedMessageSchema,
  writtenMessageSchema,
} from '#domain/messages/message.schema.ts'
import { question, read, write } from './call.schema.ts'
import {
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { own, staff } from './proofs.ts'

const written = { subject: 'Neem je legitimatie mee', text: 'Zonder legitimatie mag je niet meedoen.' }
const key = '0b9f6a52-6d0c-4c55-9d34-0c6a4f7f3f10'

const exampleMessage: Message = {
  id: 61,
  kind: 'message',
  created_at: '2026-03-10T09:00:00.000Z',
  sender: { id: 3, name: 'Anja Smit' },
  audience_label: 'Ingeschreven voor vr 20 mrt 2026, module ALG1',
  ...written,
  recipients: 212,
  letters: { waiting: 40, accepted: 170, refused: 1, unknown: 1, repeated: 1 },
  pushes_taken: 133,
  automatic: false,
  variants: [],
  _links: { self: exampleLink('GET', '/message/61') },
}
shown(messageVariantSchema, {
  ...{
    id: 62,
    audience_label: 'Zaal B3.14: vr 20 mrt 2026 om 09:00',
    subject: 'Je zaal is bekend: vr 20 mrt om 09:00',
  },
  ...{ text: 'Wanneer: vr 20 mrt, 09:00–11:00\nWaar: B3.14', recipients: 57, letters: exampleMessage.letters },
})
shown(messageSchema, exampleMessage)

shown(writtenMessageSchema, { key, ...written })

shown(receivedMessageSchema, {
  id: 61,
  kind: 'message',
  created_at: exampleMessage.created_at,
  ...written,
  read_at: null,
})

export const listMessages = read('/messages/:paging', {
  reach: 'administration',
  summary: 'What was sent to students, one for each act, the latest first, with what came of it until now',
  /** `automatic`: also what the system sent by itself */
  querystring: fromCursorSchema.extend({ automatic: z.literal('1').optional() }),
  reply: listReplySchema(messageSchema),
})

export const getMessage = read('/message/:id', {
  reach: 'administration',
  summary: 'A message that was sent to students, with what came of it until now',
  reply: messageSchema,
})

export const previewAudience = read('/message-audience', {
  reach: 'administration',
  summary: 'To how many students and devices a message would go, and what that group is called',
  reasons: ['not-found'],
  /** an `Audience` as query parameters */
  querystring: z.object({
    kind: z.enum(['testmoment', 'waiting', 'absent', 'department', 'not-activated', 'never-enrolled']),
    testmoment_id: idTextSchema.optional(),
    module_id: idTextSchema.optional(),
    education_department_id: idTextSchema.optional(),
  }),
  reply: shown(
    z.object({
      recipients: z.int().min(0),
      devices: z.int().min(0),
      /** name of the group in Dutch: 'Ingeschreven voor di 24 nov 2026, module ALG1' */
      label: z.string(),
    }),
    { recipients: 212, devices: 140, label: exampleMessage.audience_label },
  ),
})

export const previewChosenAudience = question('POST', '/message-audience', {
  reach: 'administration',
  summary: 'The same of any group, also of people who were chosen',
  reasons: ['not-found'],
  body: shown(z.object({ audience: audienceSchema }), { audience: { kind: 'users', user_ids: [42, 43] } }),
  reply: previewAudience.reply,
})

export const sendMessage = write('POST', '/message', {
  event: 'messagesChanged',
  reach: 'administration',
  proof: staff,
  summary:
    'Send a message to a group of students, by letter, by push and in the app; asks first when it went there before',
  statuses: [200, 201],
  reasons: ['not-found', 'confirmation-needed', ...wordRefusals, 'message-to-nobody', 'message-to-too-many'],
  querystring: confirmedSchema,
  body: shown(newMessageSchema, { key, ...written, audience: { kind: 'testmoment', testmoment_id: 12, module_id: 3 } }),
  reply: entityReplySchema(messageSchema),
})

export const listReceivedMessages = read('/user/:id/messages', {
  reach: 'self',
  summary: 'What was written to you, the latest first, for as many school years as the school keeps it',
  reply: listReplySchema(receivedMessageSchema),
})

export const readMessage = write('PUT', '/user/:user_id/message/:id/read', {
  event: 'messagesChanged',
  reach: 'self',
  of: 'params.user_id',
  proof: own,
  summary: 'Say that you have read a message',
  reasons: ['not-found'],
  reply: entityReplySchema(receivedMessageSchema),
})

export type AudiencePreview = ReplyOf<typeof previewAudience>
