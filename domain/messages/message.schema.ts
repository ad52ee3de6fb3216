import { z } from 'zod'
import { idSchema, instantSchema, linkSchema, textSchema } from '#domain/entities/entity.schema.ts'
import { MAX_USERS } from '#domain/users/user-act.rules.ts'

/** 'message': a teacher's own message; 'change': explains a change of a moment or enrollment to its reader. */
export const messageKindSchema = z.enum(['message', 'change'])
export type MessageKind = z.infer<typeof messageKindSchema>

/** Outcome of a letter by the mail server: accepted, refused for good, or unknown. */
export const letterOutcomeSchema = z.enum(['accepted', 'refused', 'unknown'])
export type LetterOutcome = z.infer<typeof letterOutcomeSchema>

/** Recipients of a message; always students only. */
export const audienceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('testmoment'), testmoment_id: idSchema, module_id: idSchema.optional() }),
  z.object({ kind: z.literal('waiting'), testmoment_id: idSchema, module_id: idSchema.optional() }),
  z.object({ kind: z.literal('absent'), testmoment_id: idSchema, module_id: idSchema.optional() }),
  z.object({ kind: z.literal('department'), education_department_id: idSchema }),
  z.object({ kind: z.literal('not-activated') }),
  z.object({ kind: z.literal('users'), user_ids: z.array(idSchema).min(1).max(MAX_USERS) }),
  /** enrolled at no moment of the active school year */
  z.object({ kind: z.literal('never-enrolled') }),
])
export type Audience = z.infer<typeof audienceSchema>

/** Made by the sending screen, so that a request repeated after a lost reply sends nothing twice. */
const messageKeySchema = z.uuid()

/** The limits only bound the size; `messageRefusal` has the rules for texts. */
export const writtenMessageSchema = z.object({
  key: messageKeySchema,
  subject: textSchema(2_000),
  text: textSchema(20_000),
})
/** Message about a change, whose recipients follow from the change. */
export type WrittenMessage = z.infer<typeof writtenMessageSchema>

/** Body of a change that may concern students: an administrator's message, if any. A missing body is read as null. */
export const withMessageSchema = z.object({ message: writtenMessageSchema.optional() })
export type WithMessage = z.infer<typeof withMessageSchema>

export const newMessageSchema = writtenMessageSchema.extend({ audience: audienceSchema })
export type NewMessage = z.infer<typeof newMessageSchema>

/** Counts of letters; `repeated` letters were sent again after an unknown outcome, and count in one of the others too. */
const lettersSchema = z.object({
  waiting: z.int().min(0),
  accepted: z.int().min(0),
  refused: z.int().min(0),
  unknown: z.int().min(0),
  repeated: z.int().min(0),
})

/** One of the messages of an act, to those of its students who read nearly the same. */
export const messageVariantSchema = z.object({
  id: idSchema,
  audience_label: z.string(),
  subject: z.string(),
  text: z.string(),
  recipients: z.int().min(0),
  letters: lettersSchema,
})
export type MessageVariant = z.infer<typeof messageVariantSchema>

/** Message as administrators see it, or an act with all its messages, with their outcomes until now. */
export const messageSchema = z.object({
  id: idSchema,
  kind: messageKindSchema,
  created_at: instantSchema,
  sender: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** name of the audience at that time, in Dutch */
  audience_label: z.string(),
  subject: z.string(),
  text: z.string(),
  recipients: z.int().min(0),
  letters: lettersSchema,
  pushes_taken: z.int().min(0),
  /** sent by the system itself, since something else changed */
  automatic: z.boolean(),
  /** all messages of the act, in which each recipient reads their own details; empty for a message by itself */
  variants: z.array(messageVariantSchema),
  _links: z.object({ self: linkSchema }),
})
export type Message = z.infer<typeof messageSchema>

export const receivedMessageSchema = z.object({
  id: idSchema,
  kind: messageKindSchema,
  created_at: instantSchema,
  subject: z.string(),
  text: z.string(),
  read_at: instantSchema.nullable(),
})
export type ReceivedMessage = z.infer<typeof receivedMessageSchema>
