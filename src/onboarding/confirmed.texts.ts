/** Nothing is said of none: that is also what a confirmation says whose first answer was lost. */
export function confirmedText(enrollmentsMade: number): string {
  if (enrollmentsMade === 0) return 'Je gegevens zijn bevestigd. Je kunt je nu inschrijven voor toetsen.'
  const tests = enrollmentsMade === 1 ? '1 toets' : `${enrollmentsMade} toetsen`
  return `Je gegevens zijn bevestigd en je bent automatisch ingeschreven voor ${tests}.`
}
