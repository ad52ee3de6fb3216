export const messageOfferTexts = {
  label: (recipients: number) => `Bericht aan ${recipients === 1 ? '1 student' : `${recipients} studenten`}`,
  goes: 'Gaat per e-mail, met een melding op hun apparaten. Blijft te lezen in de app.',
  goesNot: 'Dan krijgen ze hier geen melding van; in de app zien ze het meteen.',
  ofEarlierVersion: 'Deze tekst schreef je bij een eerdere versie van je wijziging. Klopt die nog?',
  proposeAgain: 'Nieuwe tekst voorstellen',
} as const
