import { countedStudents } from '#domain/entities/counts.texts.ts'
export const messageOfferTexts = {
  label: (recipients: number) => `Bericht aan ${countedStudents(recipients)}`,
  goes: 'Gaat per e-mail, met een melding op hun apparaten. Blijft te lezen in de app.',
  goesNot: 'Dan krijgen ze hier geen melding van; in de app zien ze het meteen.',
  ofEarlierVersion: 'Deze tekst schreef je bij een eerdere versie van je wijziging. Klopt die nog?',
  proposeAgain: 'Nieuwe tekst voorstellen',
} as const

export const messageFieldTexts = {
  subject: 'Onderwerp',
  text: 'Tekst',
  counted: (length: number, most: number) => `${length.toLocaleString('nl')} van ${most.toLocaleString('nl')} tekens`,
}
