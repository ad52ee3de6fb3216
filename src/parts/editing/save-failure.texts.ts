import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { failureAdvice, type RefusalTexts } from '#src/api/failure.texts.ts'

/** What failed, in the words of the screen, and then why or what to do. */
export const saveFailureText = (error: unknown, whatFailed: string, refusals: RefusalTexts = {}): string =>
  `${whatFailed.replace(/\.$/, '')}. ${failureAdvice(error, { refusals: { ...schoolNameRefusalTexts, ...refusals } })}`
