import { z } from 'zod'
import type { ApiContext, Deps } from '#api-server/context.ts'
import { addAudience, announceRecipients, makeMessage } from '#api-server/facts/queue-message.ts'
import { requireConfirmation } from '#api-server/platform/edits.ts'
import { STUDENT_LIST_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { nextLink, pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import { linkById } from '#contract/endpoint.ts'
import * as messagesCalls from '#contract/messages.calls.ts'
import * as contract from '#contract/messages.gen.ts'
import { announceSoon } from '#database/changes/announce.ts'
import { messageChanges } from '#database/changes/change.ts'
import type { Transaction } from '#database/tables.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { keptSince } from '#domain/calendar/school-year.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { audienceSchema, type Message, type NewMessage } from '#domain/messages/message.schema.ts'
import { sentBeforeText } from '#domain/messages/message.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { keptAudience, labelOf, previewAudience, studentsIn } from './audience.ts'
import {
  countLetters,
  findMessage,
  findReceived,
  listMessages,
  listReceived,
  listVariants,
  type MessageRow,
} from './message.queries.ts'

const placeSchema = z.tuple([idSchema])

const self = linkById(contract.getMessage)

/** A message, or the whole act that it is the first message of. */
function messageReply(row: MessageRow, others: readonly VariantRow[], counts: ReadonlyMap<number, Letters>): Message {
  const sent = [row, ...others]
  const variants = sent.map(({ id, audience_label, subject, text, recipients }) => ({
    id,
    audience_label,
    subject,
    text,
    recipients,
    letters: counts.get(id) ?? NO_LETTERS,
  }))
  const sum = (counted: readonly number[]) => counted.reduce((all, count) => all + count, 0)
  const lettersOf = (name: keyof Letters) => sum(variants.map(({ letters }) => letters[name]))
  return {
    ...pick(row, ['id', 'kind', 'created_at', 'audience_label', 'text', 'automatic']),
    sender: senderOf(row),
    subject: row.act_label ?? row.subject,
    recipients: sum(sent.map(({ recipients }) => recipients)),
    letters: {
      waiting: lettersOf('waiting'),
      accepted: lettersOf('accepted'),
      refused: lettersOf('refused'),
      unknown: lettersOf('unknown'),
      repeated: lettersOf('repeated'),
    },
    pushes_taken: sum(sent.map(({ pushes_taken }) => pushes_taken)),
    variants: row.act_label === null ? [] : variants,
    _links: { self: self(row.id) },
  }
}

type VariantRow = Awaited<ReturnType<typeof listVariants>>[number]
type Letters = Message['letters']
const NO_LETTERS: Letters = { waiting: 0, accepted: 0, refused: 0, unknown: 0, repeated: 0 }

function senderOf({ sender_id, username, first_name, last_name }: MessageRow): Message['sender'] {
  if (sender_id === null || username === null || first_name === null || last_name === null) return null
  return { id: sender_id, name: personLabel({ username, first_name, last_name }) }
}

export function messageRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const { kysely } = database

  const describe = async (rows: readonly MessageRow[]): Promise<Message[]> => {
    const ids = rows.map(({ id }) => id)
    const others = await listVariants(kysely, ids)
    const counts = await countLetters(kysely, [...ids, ...others.map(({ id }) => id)])
    const ofAct = Map.groupBy(others, ({ act_id }) => act_id)
    return rows.map((row) => messageReply(row, ofAct.get(row.id) ?? [], counts))
  }
  const describeOne = async (id: number): Promise<Message> => {
    const row = await findMessage(kysely, id)
    const [message] = row ? await describe([row]) : []
    if (!message) throw new Problem('not-found')
    return message
  }

  serve(app, messagesCalls, {
    listMessages: async ({ params: { paging }, query }) => {
      const [before] = readCursor(query.cursor, placeSchema) ?? []
      const { automatic } = query
      const question = { before, limit: paging + 1, automatic: automatic === '1' }
      const { shown, last } = pageOf(await listMessages(kysely, question), paging)
      const next = last && writeCursor([last.id])
      return {
        entities: await describe(shown),
        _links: nextLink(contract.listMessages, next, { params: { paging }, query: { automatic } }),
      }
    },

    getMessage: async ({ params }) => describeOne(params.id),

    previewAudience: async (request) => {
      const { success, data } = audienceSchema.safeParse(request.query)
      if (!success) throw new Problem('request-malformed')
      return previewAudience(kysely, data)
    },

    previewChosenAudience: {
      bodyLimit: STUDENT_LIST_LIMIT_BYTES,
      handler: async ({ body }) => previewAudience(kysely, body.audience),
    },

    sendMessage: {
      rebuild: async (_, [made]) => made && { entity: await describeOne(made.id) },
      bodyLimit: STUDENT_LIST_LIMIT_BYTES,
      handler: async ({ caller, query, body }, reply) => {
        const wish = { senderId: caller.id, message: body, ...query }
        const { id, isNew } = await sendMessage({ database, clock }, wish)
        if (isNew) letters.wake()
        reply.code(isNew ? 201 : 200)
        return { entity: await describeOne(id) }
      },
    },
  })
}

export function receivedMessageRoutes(app: Api, { database, keep, clock }: ApiContext): void {
  const { kysely } = database
  // A thousand students may read a message within the minute after it was sent.
  const notify = announceSoon(database)

  serve(app, messagesCalls, {
    listReceivedMessages: async ({ params }) => {
      const since = new Date(keptSince(clock(), keep.messages)).toISOString()
      return { entities: await listReceived(kysely, params.id, since), _links: {} }
    },

    readMessage: async ({ params: { user_id, id } }) => {
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

interface Wish {
  senderId: number
  message: NewMessage
  confirmed?: string | undefined
}

/**
 * Sends a message to the current members of the audience and returns its id; `isNew` is false if this screen had sent it
 * already. Throws `confirmation-needed` if the same message went to the same audience before: if two teachers send it at
 * once, one of them has to confirm.
 */
export async function sendMessage(
  { database, clock }: Deps,
  { senderId, message: { audience, ...written }, confirmed }: Wish,
): Promise<{ id: number; isNew: boolean }> {
  const sent = await database.transaction(async (trx) => {
    const now = clock()
    const audienceLabel = await labelOf(trx, audience)
    const message = { kind: 'message', written, senderId, audience: keptAudience(audience), audienceLabel } as const
    const made = await makeMessage(trx, message, now)
    if (!made.isNew) return made
    if (made.repeat > 0)
      requireConfirmation({ ...noConsequences, message_sent_before: await lastTime(trx, made) }, confirmed)
    await addAudience(trx, { id: made.id, kind: 'message' }, studentsIn(trx, audience), now)
    return made
  })
  // The message is committed. If the database fails now, recipients still see it when they next look.
  if (sent.isNew) await announceRecipients(database.kysely, sent.id).catch(() => undefined)
  return sent
}

/** Time and sender of the earlier message with the same text. */
async function lastTime(trx: Transaction, { id, repeat }: { id: number; repeat: number }): Promise<string> {
  const before = await trx
    .selectFrom('message as again')
    .innerJoin('message', 'message.fingerprint', 'again.fingerprint')
    .leftJoin('user', 'user.id', 'message.sender_id')
    .select(['message.created_at', 'user.username', 'user.first_name', 'user.last_name'])
    .where('again.id', '=', id)
    .where('message.repeat', '=', repeat - 1)
    .executeTakeFirstOrThrow()
  const { created_at, username, first_name, last_name } = before
  const sender =
    username === null ? null : personLabel({ username, first_name: first_name ?? '', last_name: last_name ?? '' })
  return sentBeforeText(instantLabel(created_at, 'any-time'), sender)
}
