/** Code points of the composed form. */
export const MAX_SUBJECT_LENGTH = 150
export const MAX_TEXT_LENGTH = 5_000

/** One transaction enqueues all letters, in about 0.1 s; more recipients than any school needs at once. */
export const MAX_RECIPIENTS = 25_000

export type MessageRefusal =
  | 'subject-missing'
  | 'subject-too-long'
  | 'message-missing'
  | 'message-too-long'
  | 'message-unreadable'
  | 'message-to-nobody'
  | 'message-to-too-many'

/** Refusals that depend on the words only. */
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

/** White space in a subject. Line ends would begin another header of a letter (RFC 5322); pasted ones count as a space. */
const GAPS = /[\s\p{Z}\p{Cc}]+/gu

/** Controls other than line ends and tabs, lone surrogates, and direction marks. */
const UNREADABLE = /[\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|(?![\n\t])\p{Cc}/u

/** Message as stored: composed, with a subject of one line, and without spaces around the text and at ends of lines. */
export const tidyMessage = <Message extends Written>(message: Message): Message => ({
  ...message,
  subject: message.subject.normalize('NFC').replace(GAPS, ' ').trim(),
  text: message.text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
    .trim(),
})

/** Reason why a tidy message can't be sent; null if there is none. */
export function messageRefusal({ subject, text }: Written): WordRefusal | null {
  if (subject === '') return 'subject-missing'
  if ([...subject].length > MAX_SUBJECT_LENGTH) return 'subject-too-long'
  if (text === '') return 'message-missing'
  if ([...text].length > MAX_TEXT_LENGTH) return 'message-too-long'
  return UNREADABLE.test(subject) || UNREADABLE.test(text) ? 'message-unreadable' : null
}
