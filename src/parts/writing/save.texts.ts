import { withoutSeatText } from '#domain/consequences/consequence.texts.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import { counted } from '#domain/entities/counts.texts.ts'
import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { failureAdvice, lostAnswerText, type RefusalTexts } from '#src/api/failure.texts.ts'

/** Texts of every form and switch. */
export const saveTexts = {
  saved: 'De wijzigingen zijn opgeslagen',
  savedUnanswered: (act: string) =>
    `${act}. Alleen het antwoord van de server kwam niet aan; wat je ziet, wordt bijgewerkt.`,
  toggleFailed: 'Er is iets misgegaan',
  /** a colleague saved other fields in the meantime */
  merged: (labels: readonly string[]) =>
    `Een collega wijzigde intussen ook: ${labels.join(', ')}. Beide wijzigingen gelden.`,
}

/** Each way in which a screen says that its act failed, and the same sentence of one that was done. */
const DONE_INSTEAD = [
  [/^(.+?)(?: is)? mislukt$/, '$1 is gelukt'],
  [/^Het is niet gelukt om (.+)$/, 'Het is gelukt om $1'],
  [
    /^Er is iets misgegaan bij (.)(.+)$/,
    (_: string, first: string, rest: string) => `${first.toUpperCase()}${rest} is gelukt`,
  ],
  [/^(.+) kon niet worden (.+)$/, '$1 is $2'],
  [/^(.+) (is|zijn) niet (.+)$/, '$1 $2 $3'],
] as const

/** 'Aanmaken van module is gelukt' of 'Aanmaken van module mislukt'; 'Dit is gelukt' of a sentence that names no act. */
export function doneText(failed: string): string {
  const [sentence = ''] = failed.split('. ', 1)
  for (const [failure, done] of DONE_INSTEAD)
    if (failure.test(sentence)) return sentence.replace(failure, done as string)
  return 'Dit is gelukt'
}

/** Asks before leaving loses what was typed. */
export const leavingTexts = {
  unsaved: 'Je wijzigingen zijn nog niet opgeslagen',
  leave: 'Weggaan zonder opslaan',
  lost: 'Als je nu weggaat, ben je kwijt wat je hebt ingevuld.',
} as const

/** Follows the text about what was saved, where a message was sent with it. */
export const messagedText = (students: number): string =>
  students === 0 ? '' : `. ${counted(students, 'student krijgt', 'studenten krijgen')} je bericht`

/** Follows the text about what was saved, where automatic enrollment found no seat for some students. */
export function unseatedText(made: EnrollmentsMade): string {
  const text = withoutSeatText(made, Date.now())
  return text && `. ${text}`
}

/** Failure in the words of the screen, then the reason or what to do. For a lost answer, only what is known. */
export const saveFailureText = (error: unknown, whatFailed: string, refusals: RefusalTexts = {}): string =>
  lostAnswerText(error) ??
  `${whatFailed.replace(/\.$/, '')}. ${failureAdvice(error, { refusals: { ...schoolNameRefusalTexts, ...refusals } })}`
