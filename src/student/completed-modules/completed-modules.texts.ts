/** What saving the ticks would end. */
export const losingTexts = {
  /** beside a module that is ticked as completed but not saved yet */
  endsBySaving: (moment: string): string => `Bij opslaan vervalt je inschrijving op ${moment}.`,
  /** title of the question, by the number of enrollments; zero means that only places on waiting lists are lost */
  title: (enrollments: number): string => {
    if (enrollments === 0) return 'Je gaat van de wachtlijst af'
    return enrollments === 1 ? 'Je inschrijving wordt verwijderd' : 'Je inschrijvingen worden verwijderd'
  },
  confirm: (enrollments: number): string => (enrollments === 0 ? 'Opslaan' : 'Opslaan en uitschrijven'),
}
