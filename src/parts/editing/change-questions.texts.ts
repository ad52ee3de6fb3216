export const changeQuestionTexts = {
  changedByColleague: 'Iemand anders heeft dit ook gewijzigd',
  chooseWhich:
    'Terwijl jij bezig was, heeft een collega hetzelfde gewijzigd en opgeslagen. Er is nog niets overschreven. Kies wat er moet gelden. Wat maar één van jullie wijzigde, blijft staan.',
  alreadyThere: 'Wat jij wilde opslaan staat er al.',
  differences: 'Verschillen',
  field: 'Veld',
  yours: 'Jij',
  theirs: 'Je collega',
  keepTheirs: 'Die van mijn collega houden',
  saveMine: 'De mijne opslaan',
  sure: 'Weet je het zeker?',
  changeAnyway: 'Toch wijzigen',
  saveAnyway: 'Toch opslaan',
} as const
