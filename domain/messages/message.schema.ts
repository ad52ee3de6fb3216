import { z } from 'zod'
import { idSchema, instantSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { textSchema } from '#domain/entities/text.schema.ts'
import { MAX_USERS } from '#domain/users/user-act.rules.ts'

/** 'message': a teacher wrote it by themselves; 'change': it says what a change of a moment or an enrollment means to its reader. */
export const messageKindSchema = z.enum(['message', 'change'])
export type MessageKind = z.infer<typeof messageKindSchema>

/** Answer of a mail server: the letter was accepted, refused for good, or nobody knows. */
export const letterOutcomeSchema = z.enum(['accepted', 'refused', 'unknown'])
export type LetterOutcome = z.infer<typeof letterOutcomeSchema>

/** Recipients of a message: students alone, in every group. */
export const audienceSchema = z.discriminatedUnion('kind', [
  /** enrolled at a moment, in one of its modules where that is named */
  z.object({ kind: z.literal('testmoment'), testmoment_id: idSchema, module_id: idSchema.optional() }),
  /** for a seat there, with one of its modules where that is named */
  z.object({ kind: z.literal('waiting'), testmoment_id: idSchema, module_id: idSchema.optional() }),
  /** noted as absent there, at one of its modules where that is named */
  z.object({ kind: z.literal('absent'), testmoment_id: idSchema, module_id: idSchema.optional() }),
  z.object({ kind: z.literal('department'), education_department_id: idSchema }),
  z.object({ kind: z.literal('not-activated') }),
  /** chosen one by one, or by a filter */
  z.object({ kind: z.literal('users'), user_ids: z.array(idSchema).min(1).max(MAX_USERS) }),
  /** at no moment of the active school year */
  z.object({ kind: z.literal('never-enrolled') }),
])
export type Audience = z.infer<typeof audienceSchema>

/** Made by the screen that sends: a call that is repeated after a lost answer sends nothing twice. */
const messageKeySchema = z.uuid()

/** The limits only bound what is read: what a text must be like is said by `messageRefusal`. */
export const writtenMessageSchema = z.object({
  key: messageKeySchema,
  subject: textSchema(2_000),
  text: textSchema(20_000),
})
/** A message that goes with a change: its recipients follow from the change. */
export type WrittenMessage = z.infer<typeof writtenMessageSchema>

/**
 * Body of a change that may concern people: the message that an administrator wrote, if any. A missing body is read as
 * null.
 */
export const withMessageSchema = z.object({ message: writtenMessageSchema.optional() })
export type WithMessage = z.infer<typeof withMessageSchema>

export const newMessageSchema = writtenMessageSchema.extend({ audience: audienceSchema })
export type NewMessage = z.infer<typeof newMessageSchema>

/** A message as administrators see it, with what came of it until now. */
export const messageSchema = z.object({
  id: idSchema,
  kind: messageKindSchema,
  created_at: instantSchema,
  /** null once the account is gone */
  sender: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** name of the group at that time, in Dutch */
  audience_label: z.string(),
  subject: z.string(),
  text: z.string(),
  recipients: z.int().min(0),
  /** counts of letters; `repeated` went again since the first answer was unknown, and stand in one of the others too */
  letters: z.object({
    waiting: z.int().min(0),
    accepted: z.int().min(0),
    refused: z.int().min(0),
    unknown: z.int().min(0),
    repeated: z.int().min(0),
  }),
  pushes_taken: z.int().min(0),
  _links: z.object({ self: linkSchema }),
})
export type Message = z.infer<typeof messageSchema>

/** A message as its reader finds it in the app. */
export const receivedMessageSchema = z.object({
  id: idSchema,
  kind: messageKindSchema,
  created_at: instantSchema,
  subject: z.string(),
  text: z.string(),
  read_at: instantSchema.nullable(),
})
export type ReceivedMessage = z.infer<typeof receivedMessageSchema>
