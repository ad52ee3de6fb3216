export const unknownWritesTexts = {
  unknown: (count: number) =>
    count === 1
      ? 'Van je laatste actie is nog niet bekend of die is gelukt'
      : `Van ${count} acties is nog niet bekend of ze zijn gelukt`,
  explained: 'Er kwam geen antwoord van de server. We vragen het opnieuw; niets wordt twee keer gedaan.',
  offline: 'Je bent offline. Zodra je weer verbinding hebt, kijken we het na; niets wordt twee keer gedaan.',
  look: 'Kijk het na',
  over: 'Het is nagekeken',
  done: 'Je actie is gelukt',
  renewed: 'Wat je ziet, is bijgewerkt.',
  notReceived: (count: number) =>
    count === 1
      ? 'Je actie is niet aangekomen en gaat niet meer door. Doe het opnieuw als je het nog wilt.'
      : `${count} acties zijn niet aangekomen en gaan niet meer door. Doe ze opnieuw als je ze nog wilt.`,
}
