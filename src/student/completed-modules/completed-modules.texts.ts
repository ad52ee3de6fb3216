export const completedTexts = {
  means:
    'Vink de modules aan die je hebt afgerond. Daarvoor word je niet meer automatisch ingeschreven. Ze verdwijnen uit de overzichten waarin je je inschrijft.',
  warning:
    'Ben je nog ingeschreven voor een module die je aanvinkt? Dan wordt die inschrijving verwijderd. Sta je ervoor op een wachtlijst? Dan ga je daar van af.',
  noModules: 'Er zijn nog geen modules voor jou',
  saving: 'Bezig met opslaan…',
  loading: 'Je modules worden geladen…',
}

export const losingTexts = {
  /** beside a module that is ticked as completed but not saved yet */
  endsBySaving: (moment: string): string => `Bij opslaan vervalt je inschrijving op ${moment}.`,
  /** title of the question, by the number of enrollments; zero means that only places on waiting lists are lost */
  title: (enrollments: number): string => {
    if (enrollments === 0) return 'Je gaat van de wachtlijst af'
    return enrollments === 1 ? 'Je inschrijving wordt verwijderd' : 'Je inschrijvingen worden verwijderd'
  },
  enrollmentsEnd: (enrollments: number): string =>
    `Je bent nog ingeschreven voor ${enrollments === 1 ? 'een module' : 'modules'} die je als afgerond hebt aangevinkt. Sla je dat op, dan ${enrollments === 1 ? 'verdwijnt deze inschrijving' : 'verdwijnen deze inschrijvingen'}:`,
  waitsEnd: (alsoEnrollments: boolean): string =>
    `Je staat ${alsoEnrollments ? 'ook ' : ''}op een wachtlijst voor een module die je als afgerond hebt aangevinkt. Sla je dat op, dan vervalt je plaats:`,
  confirm: (enrollments: number): string => (enrollments === 0 ? 'Opslaan' : 'Opslaan en uitschrijven'),
}

const tests = (count: number): string => (count === 1 ? '1 toets' : `${count} toetsen`)

const enrollments = (count: number): string => (count === 1 ? '1 inschrijving is' : `${count} inschrijvingen zijn`)

export const completionTexts = {
  saved: 'De wijzigingen zijn opgeslagen',
  failed: 'Opslaan is niet gelukt.',
  deleted: (count: number) => `${enrollments(count)} verwijderd, omdat je de module hebt afgerond.`,
  made: (count: number) => `Je bent automatisch ingeschreven voor ${tests(count)}.`,
}
