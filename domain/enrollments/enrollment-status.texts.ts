import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { closesAt, leavingClosesAt, type MomentTimes } from './enrollment.rules.ts'

/** End of the time in which students can choose a moment that `canBeChosen`: 'tot do 17 dec om 17:00', or until its end closes it. */
export const chosenUntilText = (moment: MomentTimes, now: number): string =>
  untilText(closesAt(moment, now), moment, now)

/** End of the time in which students can leave a moment that `canBeLeft`, or move from it. */
export const leftUntilText = (moment: MomentTimes, now: number): string =>
  untilText(leavingClosesAt(moment, now), moment, now)

/**
 * If only the moment's end closes it, the text is 'tot het toetsmoment begint', which is earlier than the rule requires; on the
 * day itself 'vandaag nog'.
 */
function untilText(closing: string | null, moment: MomentTimes, now: number): string {
  if (closing !== null) return `tot ${instantLabel(closing, now)}`
  if (now < startOfDay(moment.date)) return 'tot het toetsmoment begint'
  return moment.duration === 'week' ? 'deze week nog' : 'vandaag nog'
}

export const unansweredLabel = 'Nog niet bekend'

export const emptyListTexts = {
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief',
  untilActive: 'Zodra dat zo is, vind je hier de toetsmomenten.',
}
