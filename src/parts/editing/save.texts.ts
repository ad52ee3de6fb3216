/** What every form says, and every switch. */
export const saveTexts = {
  saved: 'De wijzigingen zijn opgeslagen',
  toggleFailed: 'Er is iets misgegaan',
  /** a colleague saved other fields meanwhile */
  merged: (labels: readonly string[]) =>
    `Een collega wijzigde intussen ook: ${labels.join(', ')}. Beide wijzigingen gelden.`,
}
