const tests = (count: number): string => (count === 1 ? '1 toets' : `${count} toetsen`)
const enrollments = (count: number): string => (count === 1 ? '1 inschrijving is' : `${count} inschrijvingen zijn`)

export const completionTexts = {
  saved: 'De wijzigingen zijn opgeslagen',
  failed: 'Opslaan is niet gelukt.',
  deleted: (count: number) => `${enrollments(count)} verwijderd, omdat je de module hebt afgerond.`,
  made: (count: number) => `Je bent automatisch ingeschreven voor ${tests(count)}.`,
}
