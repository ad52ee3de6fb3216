import type { UnansweredWish } from '#domain/modules/module.schema.ts'

/** `count` is Infinity at a moment without a limit, as `slotsLeft` gives it. */
export const slotsLabel = (count: number): string =>
  count === Number.POSITIVE_INFINITY ? 'Onbeperkt aantal' : `${count} inschrijfsloten over`

/** `moment` is the label of the module's future enrollment, null without one. */
export const enrollmentBadge = (moment: string | null): string =>
  moment === null ? 'Niet Ingeschreven' : `Ingeschreven voor ${moment}`

/** Beside an enrollment that somebody is about to lose: the student cannot enroll there again by themselves. */
export const lostForGoodText = 'Niet zelf terug te draaien: de inschrijvingen zijn gesloten.'

export const unansweredLabel = 'Nog niet bekend'

/** Of a change that was asked for and not answered: on the module's card, on the moment's, and in either's dialog. */
export const unansweredTexts = {
  enrolled: {
    card: (moment) => `${unansweredLabel}: inschrijving voor ${moment}`,
    list: (module) => `${unansweredLabel}: inschrijving voor ${module}`,
    dialog: 'Nog niet bekend of je bent ingeschreven. Zodra de server antwoordt, zie je het hier.',
  },
  unenrolled: {
    card: (moment) => `${unansweredLabel}: uitschrijving voor ${moment}`,
    list: (module) => `${unansweredLabel}: uitschrijving voor ${module}`,
    dialog: 'Nog niet bekend of je bent uitgeschreven. Zodra de server antwoordt, zie je het hier.',
  },
  moved: {
    card: (moment) => `${unansweredLabel}: verplaatsing naar ${moment}`,
    list: (module) => `${unansweredLabel}: verplaatsing van ${module}`,
    dialog: 'Nog niet bekend of je bent verplaatst. Zodra de server antwoordt, zie je het hier.',
  },
  waiting: {
    card: (moment) => `${unansweredLabel}: wachtlijst voor ${moment}`,
    list: (module) => `${unansweredLabel}: wachtlijst voor ${module}`,
    dialog: 'Nog niet bekend of je op de wachtlijst staat. Zodra de server antwoordt, zie je het hier.',
  },
  left: {
    card: (moment) => `${unansweredLabel}: van de wachtlijst voor ${moment}`,
    list: (module) => `${unansweredLabel}: van de wachtlijst voor ${module}`,
    dialog: 'Nog niet bekend of je van de wachtlijst af bent. Zodra de server antwoordt, zie je het hier.',
  },
} satisfies Record<
  UnansweredWish['wish'],
  { card: (moment: string) => string; list: (module: string) => string; dialog: string }
>

export const emptyListTexts = {
  noTestmomentsForModule: 'Er zijn geen toetsmomenten beschikbaar voor deze module',
  noModulesInDepartment: 'Jouw studierichting heeft nog geen modules. Vraag je docent om ze toe te voegen.',
  noActiveSchoolyear: 'Er is nog geen schooljaar actief. Zodra dat zo is, vind je hier de toetsmomenten.',
}
