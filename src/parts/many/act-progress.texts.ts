export const actProgressTexts = {
  waiting: 'Geen antwoord van de server. Zodra die antwoordt, gaat het vanzelf verder waar het was.',
  busyServer: 'De server heeft het druk. Het gaat zo vanzelf verder waar het was.',
  failed: 'Verder gaan mislukt',
  copied: 'Gekopieerd',
  copyFailed: 'Kopiëren kan niet in deze browser. Gebruik Downloaden.',
  copyList: 'Lijst kopiëren',
  stopping: 'Stopt zodra het antwoord er is…',
  notDone: 'Wat niet is gebeurd',
}
