/** Beside a module that is ticked as completed, and not saved yet. */
export const endsBySavingText = (moment: string): string => `Bij opslaan vervalt je inschrijving op ${moment}.`
