import type { Consequences } from './consequence.schema.ts'

const students = (count: number) => (count === 1 ? '1 student' : `${count} studenten`)
const enrollments = (count: number) => (count === 1 ? '1 inschrijving' : `${count} inschrijvingen`)

/** Sentences for the question that is asked first; none when there is nothing to ask. */
export function consequenceTexts(consequences: Consequences): string[] {
  const { enrollments_deleted: deleted } = consequences
  const verb = deleted === 1 ? 'wordt' : 'worden'
  return [
    ...(deleted > 0 ? [`Er ${verb} ${enrollments(deleted)} van ${students(consequences.students)} verwijderd.`] : []),
    ...(consequences.opens_all_modules
      ? ['Het toetsmoment heeft daarna geen modules meer. Inschrijven kan dan voor alle modules.']
      : []),
    ...(consequences.offers_nothing
      ? ['De studierichting heeft daarna geen modules meer. Haar studenten kunnen zich dan nergens voor inschrijven.']
      : []),
    ...(consequences.last_testmoment ? ['Het schooljaar heeft daarna geen toetsmomenten meer.'] : []),
  ]
}
