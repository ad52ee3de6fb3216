export const updateTexts = {
  waiting: {
    title: 'Er is een nieuwe versie van de app',
    explanation: 'Bijwerken duurt een paar tellen. Kies je voor later, dan gebeurt het als je de app weer opent.',
    accept: 'Nu bijwerken',
  },
  replaced: {
    title: 'De app is bijgewerkt',
    explanation: 'Dit venster gebruikt nog de vorige versie. Laad het opnieuw om verder te gaan.',
    accept: 'Opnieuw laden',
  },
  coming: 'Bezig met bijwerken…',
  heldUp: 'Je hebt iets ingevuld dat nog niet is opgeslagen. Sla het eerst op, of annuleer het.',
}
