export const testmomentsTexts = {
  none: 'Er zijn nu geen toetsmomenten',
  noneAhead: 'Zodra je docent er een toevoegt, staat het hier.',
  noModules: 'Er zijn nog geen modules voor jou',
  search: 'Zoek op module, dag of plaats',
  ownClosed: 'Van jou, nu gesloten',
  own: 'Van jou',
  opening: 'Gaat nog open',
  nowAndLater: 'Nu en later open',
} as const

export const foundText = (count: number): string =>
  count === 0
    ? 'Geen toetsmoment gevonden.'
    : count === 1
      ? '1 toetsmoment gevonden'
      : `${count} toetsmomenten gevonden`
