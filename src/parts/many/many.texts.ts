/** Texts about acts on many rows, and about selecting these. */
export const manyActTexts = {
  clear: 'Niets aanvinken',
  waiting: 'Geen antwoord van de server. Zodra die antwoordt, gaat het vanzelf verder waar het was.',
  busyServer: 'De server heeft het druk. Het gaat zo vanzelf verder waar het was.',
  stop: 'Stoppen',
  resume: 'Verder gaan',
  failed: 'Verder gaan mislukt',
  remark: 'Opmerking',
  more: (left: number) => `Nog ${left.toLocaleString('nl-NL')} tonen`,
  download: 'Downloaden',
  copied: 'Gekopieerd',
  copyFailed: 'Kopiëren kan niet in deze browser. Gebruik Downloaden.',
  copyList: 'Lijst kopiëren',
  stopping: 'Stopt zodra het antwoord er is…',
  notDone: 'Wat niet is gebeurd',
}
