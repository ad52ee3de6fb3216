/** What every form says, and every switch. */
export const saveTexts = { saved: 'De wijzigingen zijn opgeslagen', toggleFailed: 'Er is iets misgegaan' }
