import { instantLabel } from '#domain/calendar/date-labels.ts'
import { counted, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import { MOST_MOVED_AT_ONCE } from '#domain/rooms/chairs.rules.ts'
import type { DivisionPlan, DivisionReply } from '#domain/rooms/dividing.schema.ts'
import type { DivisionWay } from '#domain/rooms/filling.rules.ts'

const seats = (count: number) => counted(count, 'plaats', 'plaatsen')

/** Once rooms are published; with an act that asks first. */
export const notifiedText = (count: number): string =>
  `${countedStudents(count)} ${count === 1 ? 'krijgt' : 'krijgen'} bericht van de nieuwe plaats.`

export const seatingTexts = {
  title: 'Wie zit waar',
  loadFailed: 'Ophalen van wie waar zit mislukt',
  nobody: 'Er is nog niemand ingeschreven. Daarna kun je de studenten hier verdelen.',
  undivided: (count: number) =>
    count === 1 ? 'Er is 1 student, nog niet verdeeld.' : `Er zijn ${countedStudents(count)}, nog niet verdeeld.`,
  divided: ({ students: all, without_chair }: DivisionReply) =>
    without_chair === 0
      ? `${countedStudents(all)}, ${all === 1 ? '' : 'allemaal '}met een plaats.`
      : `${countedStudents(all)}, waarvan ${dottedNumber(without_chair)} zonder plaats.`,
  newcomers: (publishedAt: string | null) =>
    publishedAt === null
      ? 'Wie zich hierna inschrijft, krijgt vanzelf een plaats. Studenten zien hun plaats nog niet.'
      : `Bekendgemaakt op ${instantLabel(publishedAt, Date.now())}. Wie een andere plaats krijgt, krijgt bericht.`,
  publish: 'Bekendmaken',
  unsaved: 'Sla eerst de lokalen op. Dan kun je verdelen.',
  divide: 'Verdelen',
  divideRest: 'Verdeel de rest',
  mixed: 'Door elkaar',

  rooms: 'Lokalen met studenten',
  columns: {
    room: 'Lokaal',
    students: 'Studenten',
    extraTime: 'Met extra tijd',
    free: 'Vrij',
    who: 'Wie',
  },
  tooMany: (count: number) => `${dottedNumber(count)} te veel`,

  noRooms: 'Kies eerst bij Lokalen waar de toets is. Daarna verdeel je hier de studenten.',
  list: (room: string) => `Studenten in ${room}`,
  taken: (count: number, all: number) => `${dottedNumber(count)} van ${seats(all)}`,
  extraTime: (count: number) => `${dottedNumber(count)} met extra tijd`,
  emptyRoom: 'Hier zit nog niemand.',
  nobodyFound: 'Niemand gevonden die voldoet.',
  found: countedStudents,
  more: 'Meer studenten tonen',
  ticked: (count: number) => `${countedStudents(count)} aangevinkt`,
  noChair: 'Zonder plaats',
  byHand: 'Zelf geplaatst',
}

export const divideTexts = {
  title: { all: 'Studenten verdelen', rest: 'De rest verdelen' },
  way: 'Hoe',
  ways: {
    alphabet: { label: 'Op achternaam', hint: 'Van A tot Z. Een lokaal wordt vol voordat het volgende begint.' },
    module: { label: 'Per module', hint: 'Wie dezelfde module maakt, zit bij elkaar.' },
    evenly: { label: 'Gelijk verdeeld', hint: 'Van A tot Z. Alle lokalen worden even vol.' },
  } satisfies Record<DivisionWay, { label: string; hint: string }>,
  more: 'Verder',
  numbered: 'Plaatsnummers geven',
  keepsByHand: (count: number) => `${countedStudents(count)} laten zitten die je zelf hebt geplaatst`,
  extraTime: (names: readonly string[]) =>
    names.length === 0
      ? 'Geen van deze lokalen is ook voor extra tijd. Wie dat heeft, zit bij de anderen.'
      : `Wie extra tijd heeft, komt in ${names.join(' of ')}. Anderen uit de hele lijst vullen dat aan, zodat de lijst niets verraadt.`,
  previewFailed: 'De verdeling is niet op te halen',
  changed: 'Intussen is er iets veranderd. Dit is de nieuwe verdeling.',
  outcome: ({ students: all, without_chair }: DivisionPlan) =>
    without_chair === 0
      ? `${all === 1 ? 'De student heeft' : `Alle ${countedStudents(all)} hebben`} dan een plaats.`
      : `${countedStudents(all - without_chair)} van de ${dottedNumber(all)} ${all - without_chair === 1 ? 'heeft' : 'hebben'} dan een plaats.`,
  moved: (count: number) => `${countedStudents(count)} ${count === 1 ? 'gaat' : 'gaan'} naar een ander lokaal.`,
  unchanged: 'Er verandert niets.',
  full: 'Er is geen plaats vrij. Voeg een lokaal toe, of plaatsen.',
  seatless: (count: number) => `Voor wie geen plaats is (${dottedNumber(count)})`,
  others: (count: number) => `En nog ${counted(count, 'ander', 'anderen')}.`,
  failed: 'Verdelen mislukt',
  done: (without: number) =>
    without === 0
      ? 'De studenten zijn verdeeld.'
      : `De studenten zijn verdeeld. ${countedStudents(without)} ${without === 1 ? 'heeft' : 'hebben'} nog geen plaats.`,
}

export const moveTexts = {
  move: 'Verplaatsen',
  title: (count: number) => `${countedStudents(count)} verplaatsen`,
  to: 'Naar lokaal',
  option: (name: string, free: number) => `${name} (${seats(free)} vrij)`,
  plan: (count: number, name: string) => `${countedStudents(count)} ${count === 1 ? 'gaat' : 'gaan'} naar ${name}.`,
  there: (count: number) => `${countedStudents(count)} ${count === 1 ? 'zit' : 'zitten'} daar al.`,
  kept: 'Wie je verplaatst, blijft daar als je opnieuw verdeelt, tenzij je dat anders kiest.',
  nobody: 'Iedereen die je aanvinkte, zit al in dit lokaal.',
  tooMany: `Verplaats hoogstens ${MOST_MOVED_AT_ONCE} studenten tegelijk.`,
  above: (above: number, all: number) =>
    `${countedStudents(above)} ${above === 1 ? 'komt' : 'komen'} boven de ${seats(all)}. Dat komt in het logboek.`,
  confirm: (above: number) => (above === 0 ? 'Verplaatsen' : `Verplaatsen, ${dottedNumber(above)} boven de plaatsen`),
  moved: (count: number, name: string) => `${countedStudents(count)} ${count === 1 ? 'zit' : 'zitten'} nu in ${name}.`,
  failed: 'Verplaatsen mislukt',
}

export const publishTexts = {
  title: 'Lokalen bekendmaken',
  previewFailed: 'De gevolgen zijn niet op te halen',
  changed: 'Intussen is er iets veranderd. Kijk het nog eens na.',
  plan: (count: number) =>
    `${countedStudents(count)} ${count === 1 ? 'ziet dan de eigen plaats' : 'zien dan hun eigen plaats'} en ${count === 1 ? 'krijgt' : 'krijgen'} bericht.`,
  without: (count: number) => `${countedStudents(count)} ${count === 1 ? 'heeft' : 'hebben'} nog geen plaats.`,
  later: 'Wie daarna een andere plaats krijgt, krijgt daarvan ook bericht.',
  confirm: (count: number) => `Bekendmaken aan ${countedStudents(count)}`,
  failed: 'Bekendmaken mislukt',
  done: 'De lokalen zijn bekendgemaakt.',
}
