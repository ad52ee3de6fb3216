import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { UnansweredWish } from '#domain/modules/module.schema.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import { changeableUntil, type MomentTimes } from './enrollment.rules.ts'

/** `count` is Infinity at a moment without a limit, as `slotsLeft` gives it. */
export const slotsLabel = (count: number): string =>
  count === Number.POSITIVE_INFINITY ? 'Onbeperkt aantal' : `${count} inschrijfsloten over`

/** `moment` is the label of the module's future enrollment, null without one. */
export const enrollmentBadge = (moment: string | null): string =>
  moment === null ? 'Niet Ingeschreven' : `Ingeschreven voor ${moment}`

/**
 * How long an open moment stays open to students: 'tot do 17 dec om 17:00', and where only its end closes it 'tot het
 * toetsmoment begint', which the rule does not hold anybody to: on the day itself 'vandaag nog'.
 */
export function untilText(moment: MomentTimes, now: number): string {
  const until = changeableUntil(moment, now)
  if (until < endOf(moment)) return `tot ${instantLabel(new Date(until).toISOString(), now)}`
  if (now < startOfDay(moment.date)) return 'tot het toetsmoment begint'
  return moment.duration === 'week' ? 'deze week nog' : 'vandaag nog'
}

export const unansweredLabel = 'Nog niet bekend'

/** Of a change that was asked for and not answered, on the module's card. */
export const unansweredCardTexts = {
  enrolled: (moment) => `${unansweredLabel}: inschrijving voor ${moment}`,
  unenrolled: (moment) => `${unansweredLabel}: uitschrijving voor ${moment}`,
  moved: (moment) => `${unansweredLabel}: verplaatsing naar ${moment}`,
  waiting: (moment) => `${unansweredLabel}: wachtlijst voor ${moment}`,
  left: (moment) => `${unansweredLabel}: van de wachtlijst voor ${moment}`,
} satisfies Record<UnansweredWish['wish'], (moment: string) => string>

export const emptyListTexts = {
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief. Zodra dat zo is, vind je hier de toetsmomenten.',
}
