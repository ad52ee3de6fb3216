import { z } from 'zod'
import {
  audienceSchema,
  type Message,
  messageSchema,
  newMessageSchema,
  receivedMessageSchema,
  writtenMessageSchema,
} from '#domain/messages/message.schema.ts'
import {
  byIdSchema,
  byPagingSchema,
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'

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
  _links: { self: exampleLink('GET', '/message/61') },
}
shown(messageSchema, exampleMessage)

/** For a change that concerns students. */
shown(writtenMessageSchema, { key, ...written })

shown(receivedMessageSchema, {
  id: 61,
  kind: 'message',
  created_at: exampleMessage.created_at,
  ...written,
  read_at: null,
})

export const listMessagesSchemas = {
  params: byPagingSchema,
  querystring: fromCursorSchema,
  reply: listReplySchema(messageSchema),
}

export const getMessageSchemas = {
  params: byIdSchema,
  reply: messageSchema,
}

export const previewAudienceSchemas = {
  /** an `Audience` as query parameters */
  querystring: z.object({
    kind: z.enum(['testmoment', 'waiting', 'absent', 'department', 'not-activated', 'never-enrolled']),
    testmoment_id: idTextSchema.optional(),
    module_id: idTextSchema.optional(),
    education_department_id: idTextSchema.optional(),
  }),
  reply: shown(
    z.object({
      /** current number of students in the group */
      recipients: z.int().min(0),
      /** number of their devices that receive pushes */
      devices: z.int().min(0),
      /** name of the group in Dutch: 'Ingeschreven voor di 24 nov 2026, module ALG1' */
      label: z.string(),
    }),
    { recipients: 212, devices: 140, label: exampleMessage.audience_label },
  ),
}

export const previewChosenAudienceSchemas = {
  body: shown(z.object({ audience: audienceSchema }), { audience: { kind: 'users', user_ids: [42, 43] } }),
  reply: previewAudienceSchemas.reply,
}

export const sendMessageSchemas = {
  querystring: confirmedSchema,
  body: shown(newMessageSchema, { key, ...written, audience: { kind: 'testmoment', testmoment_id: 12, module_id: 3 } }),
  reply: entityReplySchema(messageSchema),
}

export const listReceivedMessagesSchemas = {
  params: byIdSchema,
  reply: listReplySchema(receivedMessageSchema),
}

export const readMessageSchemas = {
  params: z.object({ user_id: idTextSchema, id: idTextSchema }),
  reply: entityReplySchema(receivedMessageSchema),
}
