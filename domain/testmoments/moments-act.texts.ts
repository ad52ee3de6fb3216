import { countedEnrollments, countedStudents } from '#domain/entities/counts.texts.ts'
import type { MomentActRefusal, PlannedMoment } from './moments-act.schema.ts'
import { scheduleRefusalTexts } from './testmoment-edit.texts.ts'

export const testmomentRecordedText =
  'Bij dit toetsmoment horen aanwezigheid of uitslagen. Het kan niet worden verwijderd zolang die bewaard worden.'

/** Shown beside a moment for which the act is refused; with the texts of a manual edit if it has such a rule. */
export const momentActRefusalTexts = {
  ...scheduleRefusalTexts,
  'not-found': 'Dit toetsmoment bestaat niet meer.',
  'offers-all': 'Dit toetsmoment biedt alle modules aan: er staat geen lijst om iets van weg te halen.',
  'testmoment-recorded': testmomentRecordedText,
} satisfies Record<MomentActRefusal, string>

export function effectTexts(plan: PlannedMoment): string[] {
  const { enrollments_deleted: lost, students_concerned: concerned, students_promoted: promoted } = plan
  return [
    lost > 0 &&
      `${countedEnrollments(lost)} van ${countedStudents(plan.students)} ${lost === 1 ? 'vervalt' : 'vervallen'}`,
    plan.waits_ended > 0 && `${countedStudents(plan.waits_ended)} van de wachtlijst af, met bericht daarvan`,
    plan.closes_earlier &&
      `${countedStudents(concerned)} ${concerned === 1 ? 'kan' : 'kunnen'} korter of niet meer wijzigen`,
    plan.students_above_seats > 0 &&
      `${countedStudents(plan.students_above_seats)} te veel: wie een plaats heeft, houdt die`,
    promoted > 0 &&
      `${countedStudents(promoted)} van de wachtlijst ${promoted === 1 ? 'krijgt' : 'krijgen'} een plaats`,
    plan.opens_all_modules && 'Daarna kan inschrijven voor alle modules',
    plan.last_testmoment && 'Het schooljaar heeft daarna geen toetsmomenten meer',
  ].filter((text) => text !== false)
}
