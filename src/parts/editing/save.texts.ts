import { withoutSeatText } from '#domain/consequences/consequence.texts.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { failureAdvice, lostAnswerText, type RefusalTexts } from '#src/api/failure.texts.ts'

/** Texts of every form and switch. */
export const saveTexts = {
  saved: 'De wijzigingen zijn opgeslagen',
  savedUnanswered: 'Dit is gelukt. Alleen het antwoord van de server kwam niet aan; wat je ziet, wordt bijgewerkt.',
  toggleFailed: 'Er is iets misgegaan',
  /** a colleague saved other fields in the meantime */
  merged: (labels: readonly string[]) =>
    `Een collega wijzigde intussen ook: ${labels.join(', ')}. Beide wijzigingen gelden.`,
}

/** Asks before leaving loses what was typed. */
export const leavingTexts = {
  unsaved: 'Je wijzigingen zijn nog niet opgeslagen',
  leave: 'Weggaan zonder opslaan',
  lost: 'Als je nu weggaat, ben je kwijt wat je hebt ingevuld.',
} as const

/** Follows the text about what was saved, where a message was sent with it. */
export const messagedText = (students: number): string =>
  students === 0 ? '' : `. ${students === 1 ? '1 student krijgt' : `${students} studenten krijgen`} je bericht`

/** Follows the text about what was saved, where automatic enrollment found no seat for some students. */
export function unseatedText(made: EnrollmentsMade): string {
  const text = withoutSeatText(made, Date.now())
  return text && `. ${text}`
}

/** Failure in the words of the screen, then the reason or what to do. For a lost answer, only what is known. */
export const saveFailureText = (error: unknown, whatFailed: string, refusals: RefusalTexts = {}): string =>
  lostAnswerText(error) ??
  `${whatFailed.replace(/\.$/, '')}. ${failureAdvice(error, { refusals: { ...schoolNameRefusalTexts, ...refusals } })}`
