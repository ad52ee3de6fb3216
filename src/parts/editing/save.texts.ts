/** What every form says. */
export const saveTexts = { saved: 'De wijzigingen zijn opgeslagen' }
