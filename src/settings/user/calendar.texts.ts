export const calendarSectionTexts = {
  intro: 'Zet je toetsen in je eigen agenda. Verandert er iets, dan verandert het daar vanzelf mee.',
  make: 'Agenda-link maken',
  madeAt: (when: string) => `Je hebt een agenda-link, gemaakt op ${when}.`,
  onlyNow:
    'Kopieer de link nu: we kunnen hem niet nog een keer laten zien. Wie hem heeft, ziet voor welke toetsen je bent ingeschreven; deel hem dus niet.',
  copied: 'Agenda-link gekopieerd',
  notCopied: 'Kopiëren is niet gelukt. Selecteer de link en kopieer hem zelf.',
  revoked: 'De agenda-link is ingetrokken.',
  failed: 'De agenda-link wijzigen is niet gelukt.',
  replacing: {
    title: 'Nieuwe agenda-link maken?',
    consequence: 'De link die je nu gebruikt, werkt dan niet meer. Zet de nieuwe daarna in je agenda.',
    confirm: 'Nieuwe link maken',
  },
  revoking: {
    title: 'Agenda-link intrekken?',
    consequence: 'Agenda’s die de link gebruiken, worden dan niet meer bijgewerkt.',
    confirm: 'Link intrekken',
  },
}
