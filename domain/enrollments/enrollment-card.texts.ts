import type { UnansweredWish } from './enrollment.schema.ts'
import { unansweredLabel } from './enrollment-status.texts.ts'

/** `moment` is the label of the student's future enrollment in the module; null without one. */
export const enrollmentBadge = (moment: string | null): string =>
  moment === null ? 'Niet Ingeschreven' : `Ingeschreven voor ${moment}`

/** Shown beside an enrollment that would end: the student cannot enroll there again by themselves. */
export const lostForGoodText = 'Niet zelf terug te draaien: de inschrijvingen zijn gesloten.'

export const unansweredCardTexts = {
  enrolled: (moment) => `${unansweredLabel}: inschrijving voor ${moment}`,
  unenrolled: (moment) => `${unansweredLabel}: uitschrijving voor ${moment}`,
  moved: (moment) => `${unansweredLabel}: verplaatsing naar ${moment}`,
  waiting: (moment) => `${unansweredLabel}: wachtlijst voor ${moment}`,
  left: (moment) => `${unansweredLabel}: van de wachtlijst voor ${moment}`,
} satisfies Record<UnansweredWish['wish'], (moment: string) => string>
