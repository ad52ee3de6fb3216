export const pushDeviceTexts = {
  testFailed: 'De testmelding kon niet worden verstuurd.',
  removeFailed: 'Het apparaat kon niet worden verwijderd.',
  removed: (device: string) => `${device} krijgt geen meldingen meer.`,
  list: 'Apparaten met meldingen',
  here: '(dit apparaat)',
  lastSent: (when: string) => `Laatste melding verstuurd ${when}`,
  neverSent: 'Nog geen melding verstuurd',
} as const

export const pushPreferenceTexts = {
  saveFailed: 'Opslaan is niet gelukt.',
  hoursMissing: 'Vul in vanaf hoe laat en tot hoe laat het stil moet zijn.',
  quiet: 'Stille uren',
  quietNote: 'Meldingen van dan krijg je zodra ze voorbij zijn.',
  heading: 'Waarvan je een melding krijgt',
  quietFrom: 'Stil vanaf',
  quietUntil: 'Tot',
  saveHours: 'Tijden opslaan',
} as const

export const pushSectionTexts = {
  loadFailed: 'Je meldingen konden niet worden opgehaald.',
  retry: 'Opnieuw proberen',
} as const
