/** In code points, of the composed form. */
export const MAX_SUBJECT_LENGTH = 150
export const MAX_TEXT_LENGTH = 5_000

/** One transaction puts all of them in the outbox, in some 0.1 s: more than any school has students to write to at once. */
export const MAX_RECIPIENTS = 25_000

/**
 * - `message-to-nobody`: there is nobody in the group, now
 * - `message-to-too-many`: more than `MAX_RECIPIENTS`
 */
export type MessageRefusal =
  | 'subject-missing'
  | 'subject-too-long'
  | 'message-missing'
  | 'message-too-long'
  | 'message-unreadable'
  | 'message-to-nobody'
  | 'message-to-too-many'

/** Those that the words alone decide. */
export const wordRefusals = /* @__PURE__ */ [
  'subject-missing',
  'subject-too-long',
  'message-missing',
  'message-too-long',
  'message-unreadable',
] as const satisfies readonly MessageRefusal[]

type WordRefusal = (typeof wordRefusals)[number]

interface Written {
  subject: string
  text: string
}

/** Line ends would begin another header of a letter (RFC 5322); pasted into a subject they mean a space. */
const GAPS = /[\s\p{Z}\p{Cc}]+/gu

/** Controls but line ends and tabs, halves of characters, and what turns the direction of a text around. */
const UNREADABLE = /[\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|(?![\n\t])\p{Cc}/u

/** A message as it is kept: composed, a subject of one line, and no spaces around the text nor at the ends of its lines. */
export const tidyMessage = <Message extends Written>(message: Message): Message => ({
  ...message,
  subject: message.subject.normalize('NFC').replace(GAPS, ' ').trim(),
  text: message.text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .trim(),
})

/** Reason why the words of a tidy message cannot be sent; null when there is none. */
export function messageRefusal({ subject, text }: Written): WordRefusal | null {
  if (subject === '') return 'subject-missing'
  if ([...subject].length > MAX_SUBJECT_LENGTH) return 'subject-too-long'
  if (text === '') return 'message-missing'
  if ([...text].length > MAX_TEXT_LENGTH) return 'message-too-long'
  return UNREADABLE.test(subject) || UNREADABLE.test(text) ? 'message-unreadable' : null
}
