import { withoutSeatText } from '#domain/consequences/consequence.texts.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { failureAdvice, lostAnswerText, type RefusalTexts } from '#src/api/failure.texts.ts'

/** Texts of every form and switch. */
export const saveTexts = {
  saved: 'De wijzigingen zijn opgeslagen',
  savedUnanswered: 'Dit is gelukt. Alleen het antwoord van de server kwam niet aan; wat je ziet, wordt bijgewerkt.',
  toggleFailed: 'Er is iets misgegaan',
  /** a colleague saved other fields meanwhile */
  merged: (labels: readonly string[]) =>
    `Een collega wijzigde intussen ook: ${labels.join(', ')}. Beide wijzigingen gelden.`,
}

/** After what was saved, where a message went along with it. */
export const messagedText = (students: number): string =>
  students === 0 ? '' : `. ${students === 1 ? '1 student krijgt' : `${students} studenten krijgen`} je bericht`

/** After what was saved, where automatic enrollment found no seat for some. */
export function unseatedText(made: EnrollmentsMade): string {
  const text = withoutSeatText(made, Date.now())
  return text && `. ${text}`
}

/** Failure in the words of the screen, and then why or what to do; for a lost answer only what is known. */
export const saveFailureText = (error: unknown, whatFailed: string, refusals: RefusalTexts = {}): string =>
  lostAnswerText(error) ??
  `${whatFailed.replace(/\.$/, '')}. ${failureAdvice(error, { refusals: { ...schoolNameRefusalTexts, ...refusals } })}`
