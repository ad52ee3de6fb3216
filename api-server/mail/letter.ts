import type { OutboxTasks } from '#database/outbox/outbox-tasks.ts'

export type LetterKind = keyof Pick<
  OutboxTasks,
  | 'activation-letter'
  | 'account-exists-letter'
  | 'password-reset-letter'
  | 'invitation-letter'
  | 'password-changed-letter'
  | 'first-password-letter'
  | 'guesses-letter'
>

/** What a letter says; letter-text.ts and letter-html.ts set it for programs that show the one or the other. */
export interface Letter {
  subject: string
  /** plain sentences, without the greeting */
  paragraphs: readonly string[]
  /** the one thing to do, after the paragraphs */
  action?: { label: string; href: string }
  /** what to know about the action, and when it was not you */
  afterwards: readonly string[]
}

export interface AddressedLetter {
  to: string
  /** empty while it is not known */
  firstName: string
  letter: Letter
}
