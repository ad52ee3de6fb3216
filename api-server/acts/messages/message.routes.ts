import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { STUDENT_LIST_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { linkById } from '#contract/endpoint.ts'
import * as schemas from '#contract/messages.schema.ts'
import * as contract from '#contract/messages.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { messageChanges } from '#database/changes/change.ts'
import { keptSince } from '#domain/calendar/school-year.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { audienceSchema, type Message } from '#domain/messages/message.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { previewAudience } from './audience.ts'
import {
  countLetters,
  findMessage,
  findReceived,
  listMessages,
  listReceived,
  type MessageRow,
} from './message.queries.ts'
import { sendMessage } from './send-message.ts'

const placeSchema = z.tuple([idSchema])

const self = linkById(contract.getMessage)

const messageReply = (row: MessageRow, letters: Message['letters']): Message => ({
  id: row.id,
  kind: row.kind,
  created_at: row.created_at,
  sender: senderOf(row),
  audience_label: row.audience_label,
  subject: row.subject,
  text: row.text,
  recipients: row.recipients,
  letters,
  pushes_taken: row.pushes_taken,
  _links: { self: self(row.id) },
})

function senderOf({ sender_id, username, first_name, last_name }: MessageRow): Message['sender'] {
  if (sender_id === null || username === null || first_name === null || last_name === null) return null
  return { id: sender_id, name: personLabel({ username, first_name, last_name }) }
}

/** Routes for messages to many people and their outcomes: for administrators. */
export function messageRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const { kysely } = database

  const describe = async (rows: readonly MessageRow[]): Promise<Message[]> => {
    const counts = await countLetters(
      kysely,
      rows.map(({ id }) => id),
    )
    return rows.flatMap((row) => {
      const count = counts.get(row.id)
      return count ? [messageReply(row, count)] : []
    })
  }
  const describeOne = async (id: number): Promise<Message> => {
    const row = await findMessage(kysely, id)
    const [message] = row ? await describe([row]) : []
    if (!message) throw new Problem('not-found')
    return message
  }

  app.route({
    ...operation(contract.listMessages, schemas.listMessagesSchemas, {
      reach: 'administration',
      summary: 'What was sent to students, the latest first, with what came of it until now',
    }),
    handler: async (request) => {
      const { paging } = request.params
      const [before] = readCursor(request.query.cursor, placeSchema) ?? []
      const { shown, last } = pageOf(await listMessages(kysely, { before, limit: paging + 1 }), paging)
      const next = last && writeCursor([last.id])
      return {
        entities: await describe(shown),
        _links: nextLink(contract.listMessages, next, { params: { paging } }),
      }
    },
  })

  app.route({
    ...operation(contract.getMessage, schemas.getMessageSchemas, {
      reach: 'administration',
      summary: 'A message that was sent to students, with what came of it until now',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      return describeOne(request.params.id)
    },
  })

  app.route({
    ...operation(contract.previewAudience, schemas.previewAudienceSchemas, {
      reach: 'administration',
      summary: 'To how many students and devices a message would go, and what that group is called',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { success, data } = audienceSchema.safeParse(request.query)
      if (!success) throw new Problem('request-malformed')
      return previewAudience(kysely, data)
    },
  })

  app.route({
    ...operation(contract.previewChosenAudience, schemas.previewChosenAudienceSchemas, {
      reach: 'administration',
      summary: 'The same of any group, also of people who were chosen',
      reasons: ['not-found'],
    }),
    bodyLimit: STUDENT_LIST_LIMIT_BYTES,
    handler: async (request) => {
      return previewAudience(kysely, request.body.audience)
    },
  })

  app.route({
    ...operation(contract.sendMessage, schemas.sendMessageSchemas, {
      reach: 'administration',
      summary:
        'Send a message to a group of students, by letter, by push and in the app; asks first when it went there before',
      statuses: [200, 201],
      reasons: ['not-found', 'confirmation-needed', ...wordRefusals, 'message-to-nobody', 'message-to-too-many'],
      rebuild: async (_, [made]) => made && { entity: await describeOne(made.id) },
    }),
    bodyLimit: STUDENT_LIST_LIMIT_BYTES,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const wish = { senderId: caller.id, message: request.body, ...request.query }
      const { id, isNew } = await sendMessage({ database, clock }, wish)
      if (isNew) letters.wake()
      reply.code(isNew ? 201 : 200)
      return { entity: await describeOne(id) }
    },
  })
}

/** Routes for messages to a student: only for the student. */
export function receivedMessageRoutes(app: Api, { database, keep, clock }: ApiContext): void {
  const { kysely } = database
  // A thousand students may read a message within the minute after it was sent.
  const notify = announceSoon(database)

  app.route({
    ...operation(contract.listReceivedMessages, schemas.listReceivedMessagesSchemas, {
      reach: 'self',
      summary: 'What was written to you, the latest first, for as many school years as the school keeps it',
    }),
    handler: async (request) => {
      const since = new Date(keptSince(clock(), keep.messages)).toISOString()
      return { entities: await listReceived(kysely, request.params.id, since), _links: {} }
    },
  })

  app.route({
    ...operation(contract.readMessage, schemas.readMessageSchemas, {
      reach: 'self',
      of: 'params.user_id',
      summary: 'Say that you have read a message',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { user_id, id } = request.params
      const { numUpdatedRows } = await database.transaction((trx) =>
        trx
          .updateTable('message_recipient')
          .set({ read_at: new Date(clock()).toISOString() })
          .where('user_id', '=', user_id)
          .where('message_id', '=', id)
          .where('read_at', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      if (numUpdatedRows > 0n) notify(messageChanges([user_id]))
      const entity = await findReceived(kysely, user_id, id)
      if (!entity) throw new Problem('not-found')
      return { entity }
    },
  })
}
