import type { AudiencePreview } from '#contract/messages.calls.ts'
import { counted, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import type { Audience, Message } from '#domain/messages/message.schema.ts'

export const messagesTexts = {
  outcome: 'Wat ervan is gekomen',
  content: 'Wat er staat',
  intro:
    'Wat aan studenten is geschreven. Een bericht gaat per e-mail, met een melding op hun apparaten. In de app blijft het te lezen.',
  empty:
    'Er is nog geen bericht verstuurd. Met een bericht bereik je een hele groep tegelijk. Bijvoorbeeld de studenten van een toetsmoment of van een studierichting, of wie nog nergens is ingeschreven.',
  loadFailed: 'Ophalen van berichten mislukt',
  goneSender: 'verwijderde gebruiker',
  ofChange: 'bij een wijziging',
  automatic: 'Ook wat vanzelf ging',
  byItself: 'vanzelf',
  variants: (count: number) => `Per zaal, in ${dottedNumber(count)} berichten`,
  ownDetails: 'Elke student leest ook de eigen modules en het eigen plaatsnummer.',
  variantCount: (count: number) => (count === 1 ? 'Het bericht' : `De ${dottedNumber(count)} berichten`),
  students: countedStudents,
  waits: (count: number) => counted(count, 'wacht', 'wachten'),

  waiting: ({ letters: { waiting }, recipients }: Message) =>
    `${dottedNumber(recipients - waiting)} van ${dottedNumber(recipients)} verstuurd`,
  sent: 'Verstuurd',
  refused: (count: number) => `${dottedNumber(count)} geweigerd`,
  unknown: (count: number) => `${dottedNumber(count)} onbekend`,

  toGo: ({ letters: { waiting }, recipients }: Message) =>
    `Nog ${counted(waiting, 'brief', 'brieven')} te gaan, van ${dottedNumber(recipients)}. Ze gaan ook verder als je deze pagina verlaat; wat niet meteen lukt, wordt later opnieuw geprobeerd.`,
  allAccepted: (count: number) =>
    count === 1
      ? 'De brief is door de mailserver aangenomen.'
      : `Alle ${counted(count, 'brief', 'brieven')} zijn door de mailserver aangenomen.`,
  allOffered: 'Er staan geen brieven meer klaar. Niet alle zijn aangenomen.',
  sentLetters: 'Verstuurde brieven',
  list: 'Verstuurde berichten',
  new: 'Nieuw bericht',
  more: 'Meer berichten laden',
} as const

/** Meaning of each number of a message; none says that somebody read it. */
export const outcomeTexts = {
  accepted: {
    label: 'aangenomen',
    meaning: 'De mailserver nam de brief aan. Of die wordt bezorgd en gelezen, kan niemand hier zien.',
  },
  refused: {
    label: 'geweigerd',
    meaning:
      'De mailserver wees de brief voorgoed af, bijvoorbeeld omdat het adres niet bestaat. In de app staat het bericht wel.',
  },
  unknown: {
    label: 'onbekend',
    meaning: 'Er kwam geen duidelijk antwoord van de mailserver: misschien is de brief verstuurd, misschien niet.',
  },
  repeated: {
    label: 'opnieuw verstuurd',
    meaning:
      'Omdat het antwoord onbekend was. Deze studenten kunnen de brief twee keer hebben; ze tellen hierboven één keer mee.',
  },
  pushes: {
    label: 'meldingen aangenomen',
    meaning: 'Zo vaak nam een meldingendienst de melding ‘Nieuw bericht’ aan, voor een telefoon of computer.',
  },
} as const

export const groupTexts = {
  testmoment: {
    label: 'Ingeschreven bij een toetsmoment',
    hint: 'Iedereen die daar nu is ingeschreven, of alleen voor één module',
  },
  waiting: {
    label: 'Op de wachtlijst van een toetsmoment',
    hint: 'Wie daar wacht op een plaats, of alleen voor één module',
  },
  absent: {
    label: 'Afwezig bij een toetsmoment',
    hint: 'Wie daar als afwezig is genoteerd, of alleen voor één module',
  },
  department: { label: 'Studenten van een studierichting', hint: 'Ook wie zich nog nergens heeft ingeschreven' },
  users: { label: 'Gekozen gebruikers', hint: 'Wie je bij Gebruikers hebt aangevinkt' },
  'not-activated': { label: 'Nog niet geactiveerd', hint: 'Wie het account nog niet in gebruik heeft genomen' },
  'never-enrolled': {
    label: 'Dit jaar nog nergens ingeschreven',
    hint: 'Wie een actief account heeft, en bij geen toetsmoment van dit schooljaar staat',
  },
} satisfies Record<Audience['kind'], { label: string; hint: string }>

export const newMessageTexts = {
  chooseGroup: 'Kies eerst aan wie je schrijft.',
  goesTo: ({ recipients, devices }: AudiencePreview) =>
    recipients === 0
      ? 'In deze groep is nu niemand.'
      : `Dit gaat naar ${countedStudents(recipients)}${devices === 0 ? (recipients === 1 ? '. Die heeft geen meldingen aanstaan.' : '. Niemand van hen heeft meldingen aanstaan.') : `, en als melding naar ${counted(devices, 'telefoon of computer', 'telefoons en computers')}.`}`,
  chooseAgain:
    'Wie je had aangevinkt is niet meer bekend. Vink ze bij Gebruikers opnieuw aan, of kies een andere groep.',
  counting: 'Er wordt geteld naar hoeveel studenten dit gaat…',
  countFailed: 'Hoeveel studenten dit zijn, is nu niet op te vragen.',
  groupGone: 'Deze groep is er niet (meer). Kies een andere.',
  question: 'Bericht versturen?',
  confirm: (count: number | undefined) =>
    count === undefined ? 'Versturen' : `Versturen aan ${countedStudents(count)}`,
  goes: (count: number) => `Dit bericht gaat naar ${countedStudents(count)}.`,
  noWayBack: 'Wat verstuurd is, kan niet worden teruggehaald of gewijzigd.',
  askedAgain: 'Nog een keer versturen?',
  failed: 'Het bericht is niet verstuurd',
  sent: (count: number) => `Je bericht gaat naar ${countedStudents(count)}.`,
} as const

export const audienceTexts = {
  whichGroup: 'Aan welke groep schrijf je?',
  nobodyWaits: 'Er wacht nu niemand op een plaats',
  noMoments: 'Er zijn geen toetsmomenten',
  chooseMoment: 'Kies een toetsmoment',
  momentOfAnotherYear: 'Een toetsmoment van een ander schooljaar',
  allModules: 'Alle modules',
  anotherModule: 'Een andere module',
  chooseDepartment: 'Kies een studierichting',
} as const

export const messagePreviewTexts = {
  push: 'De melding op telefoon en computer',
  letter: 'De brief per e-mail',
  product: 'Wiskunde inschrijven',
  noText: 'Hier komt je tekst.',
} as const
