import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { endOf } from '#domain/testmoments/testmoment.rules.ts'
import { changeableUntil, type MomentTimes } from './enrollment.rules.ts'

/** `count` is Infinity at a moment without a limit, as `slotsLeft` gives it. */
export const slotsLabel = (count: number): string =>
  count === Number.POSITIVE_INFINITY ? 'Onbeperkt aantal' : `${count} inschrijfsloten over`

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

export const emptyListTexts = {
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief. Zodra dat zo is, vind je hier de toetsmomenten.',
}
