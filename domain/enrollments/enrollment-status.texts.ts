import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { closesAt, leavingClosesAt, type MomentTimes } from './enrollment.rules.ts'

/**
 * Until when students can choose a moment that `canBeChosen`: 'tot do 17 dec om 17:00', or on the day itself 'vandaag nog'; null
 * before that where nothing closes before the test, which its date says.
 */
export const chosenUntilText = (moment: MomentTimes, now: number): string | null =>
  untilText(closesAt(moment, now), moment, now)

/** Until when students can leave a moment that `canBeLeft`, or move from it; 'tot het toetsmoment begint' is earlier than the rule requires. */
export const leftUntilText = (moment: MomentTimes, now: number): string =>
  untilText(leavingClosesAt(moment, now), moment, now) ?? 'tot het toetsmoment begint'

function untilText(closing: string | null, moment: MomentTimes, now: number): string | null {
  if (closing !== null) return `tot ${instantLabel(closing, now)}`
  if (now < startOfDay(moment.date)) return null
  return moment.duration === 'week' ? 'deze week nog' : 'vandaag nog'
}

export const unansweredLabel = 'Nog niet bekend'

export const emptyListTexts = {
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief',
  untilActive: 'Zodra dat zo is, vind je hier de toetsmomenten.',
}
