import { counted, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import { dotted } from '#domain/entities/dotted.ts'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import { presenceStatusTexts } from '#domain/presence/presence.texts.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type FailureKind, idText, kindOfFailure } from '#src/api/failure.texts.ts'
import type { PresenceCounts } from './shown-list.ts'

const marks = (count: number) => counted(count, 'aantekening', 'aantekeningen')

export const presenceTexts = {
  /** '12 van 40 aanwezig' */
  present: ({ all, present }: Pick<PresenceCounts, 'all' | 'present'>): string =>
    `${dottedNumber(present)} van ${dottedNumber(all)} aanwezig`,
  /** '212 van 310 aanwezig · 4 te laat · 12 afwezig' */
  counts: ({ all, present, late, absent }: PresenceCounts): string =>
    dotted([
      presenceTexts.present({ all, present }),
      `${dottedNumber(late)} te laat`,
      `${dottedNumber(absent)} afwezig`,
    ]),
  unsent: (count: number) => `${dottedNumber(count)} nog niet verstuurd`,
  allSentBefore: 'Geen verbinding',
  allSent: 'Alles is verstuurd',
  rowUnsent: 'nog niet verstuurd',
  extraTime: 'Extra tijd',
  found: countedStudents,
  everyonePresent: 'Iedereen aanwezig',
  restPresent: (students: number) => `Rest aanwezig (${dottedNumber(students)})`,
  restAbsent: (students: number) => `Rest afwezig (${dottedNumber(students)})`,
  /** for the students that a search found */
  foundPresent: (students: number) => `Gevonden aanwezig (${dottedNumber(students)})`,
  foundAbsent: (students: number) => `Gevonden afwezig (${dottedNumber(students)})`,
  acted: (status: PresenceStatus, students: number) => `${presenceStatusTexts[status]}: ${countedStudents(students)}`,
  undo: 'Ongedaan maken',
  undone: 'Ongedaan gemaakt',
  nobody: 'Niemand gevonden. Kijk of de naam anders gespeld wordt, of zoek op studentnummer.',
  allTicked: 'Iedereen is afgetekend.',
  noneEnrolled:
    'Voor dit toetsmoment staat niemand ingeschreven. Zodra er studenten zijn ingeschreven, staan ze hier om af te tekenen.',
  ticked: (name: string, status: PresenceStatus | null) =>
    `${name}: ${status ? presenceStatusTexts[status].toLowerCase() : 'niet meer afgetekend'}`,
  moduleStatus: (module: string, status: PresenceStatus | null) =>
    `${module}: ${status ? presenceStatusTexts[status].toLowerCase() : 'niet afgetekend'}`,
  readTwice: (names: readonly string[]) =>
    `Op twee plekken gescand: ${names.join('; ')}. Misschien liet iemand een foto zien. Kijk wie er zit en teken met de hand af.`,
  by: (who: string, time: string, byCode: boolean) => `${who}, ${time}${byCode ? ', door een code' : ''}`,
  other: (who: string, status: PresenceStatus | null, time: string) =>
    `${who}: ${status ? presenceStatusTexts[status].toLowerCase() : 'niet afgetekend'}, ${time}`,
  notYet: 'Aftekenen kan vanaf de toetsdag.',
  firstLoad: 'De lijst wordt opgehaald…',
  noList: 'De lijst staat nog niet op dit apparaat. Zodra er verbinding is, verschijnt die vanzelf.',
  forgetful:
    'Dit apparaat kan niets bewaren (misschien is dit een privévenster). Laat deze pagina open tot alles is verstuurd.',
  remarks: ({ unknown, outside, stale }: { unknown: number; outside: number; stale: readonly string[] }) =>
    [
      stale.length > 0 &&
        `De code van ${stale.join('; ')} gold niet meer toen je hem scande. Kijk wie er zit en teken met de hand af.`,
      unknown > 0 &&
        `${marks(unknown)} telde${unknown === 1 ? '' : 'n'} niet: deze student staat niet meer op deze lijst.`,
      outside > 0 && `${marks(outside)} telde${outside === 1 ? '' : 'n'} niet: buiten de toetsdag gemaakt.`,
    ]
      .filter(Boolean)
      .join(' '),
  walkIn: 'Niet op de lijst?',
  noted: 'Genoteerd, niet op de lijst',
  notedBy: (who: string, time: string, room: string | null) =>
    dotted([`genoteerd door ${who}, ${time}`, room !== null && roomLabel(room)]),
  room: 'Lokaal',
  allRooms: 'Alle lokalen',
  withoutChair: 'Zonder plaats',
  perRoom: 'Per lokaal',
  seat: (seat_number: number) => `plaats ${seat_number}`,
  searchElsewhere: 'Zoek in andere zalen',
  searching: 'Zoeken…',
  /** says nothing about the person */
  elsewhere: (rooms: readonly string[]) =>
    rooms.length === 0
      ? 'In geen andere zaal gevonden. Zoek op de hele achternaam of het hele studentnummer.'
      : rooms.length === 1
        ? `Staat in een andere zaal: ${rooms[0]}.`
        : `Staat in een van deze zalen: ${rooms.join(', ')}.`,
  elsewhereOffline: 'Zonder verbinding kun je niet in andere zalen zoeken.',
  noteTitle: 'Iemand die niet op de lijst staat',
  noteExplanation:
    'Schrijf de naam op, met het studentnummer als je dat weet. De docent ziet wie is genoteerd en regelt de inschrijving. Zelf schrijf je hier niemand in.',
  tryNow: 'Nu proberen',
  leftAtLogout:
    'Wat je hebt afgetekend, blijft op dit apparaat staan, zonder namen. Het wordt verstuurd als jij hier weer inlogt. De lijst zelf wordt gewist. Wil je het eerst versturen? Blijf dan ingelogd tot er verbinding is.',
  unsentAtLogout: (count: number) =>
    `${marks(count)} op een presentielijst ${count === 1 ? 'is' : 'zijn'} nog niet verstuurd`,
}

/** Title and text about the connection and unsent ticks; `from`: when the list was last received, e.g. 'om 09:12'. */
export function presenceFailure(error: unknown, from: string | null): { title: string; text: string } {
  const list = from ? ` De lijst is van ${from.replace(/^om./, '')}.` : ''
  const goOn = 'Je kunt gewoon doorgaan: alles blijft op dit apparaat staan en wordt vanzelf verstuurd.'
  if (error instanceof ApiError && (error.status === 401 || error.status === 403))
    return {
      title: 'Je mag deze lijst nu niet zien',
      text: `${error.sentence ?? 'Log opnieuw in.'} Wat je hebt afgetekend blijft op dit apparaat staan.`,
    }
  if (error instanceof ApiError && error.status === 422)
    return { title: 'Nog niet verstuurd', text: `${error.sentence ?? ''} ${goOn}`.trim() }
  const texts = {
    unreachable: { title: 'Geen verbinding met de server', text: goOn + list },
    throttled: { title: 'Het is nu erg druk', text: goOn + list },
    busy: { title: 'Het is nu erg druk', text: goOn + list },
    gone: {
      title: 'Dit toetsmoment is er niet (meer)',
      text: 'Misschien heeft een collega het verwijderd. Wat nog niet is verstuurd blijft op dit apparaat staan.',
    },
    broken: {
      title: 'De server kon dit niet verwerken',
      text: `${goOn} Blijft dit zo, vraag dan de docent of de beheerder om hulp.${idText(error instanceof ApiError ? error.requestId : null)}${list}`,
    },
  } satisfies Record<FailureKind, { title: string; text: string }>
  return texts[kindOfFailure(error)]
}

export const scannerTexts = {
  scan: 'Scannen',
  picture: 'Beeld van de camera',
  aim: 'Houd de code van de student voor de camera.',
  welcome: 'Welkom',
  inside: (time: string) => `Al binnen sinds ${time}`,
  otherRoom: (room: string) => `Andere zaal: ${room}`,
  otherMoment: (starts_at: string | null) => (starts_at === null ? 'Ander moment' : `Ander moment: ${starts_at}`),
  unknown: 'Onbekende code: zoek op naam',
  withoutChair: 'Staat ingeschreven, maar in geen zaal. De docent wijst een plaats toe.',
  sendTo: (room: string) => `Stuur door naar ${room}.`,
  listOf: (received: string) => `Lijst van ${received.replace(/^om./, '')}`,
  undo: 'Ongedaan',
  undone: 'Ongedaan gemaakt',
  stop: 'Stoppen met scannen',
  close: 'Naar de lijst',
  camera: 'Camera',
  nthCamera: (nth: number) => `Camera ${nth}`,
  problems: {
    refused: 'De camera mag hier niet worden gebruikt: sta hem toe in de browser, of teken af in de lijst.',
    missing: 'Dit apparaat heeft geen camera die werkt: teken af in de lijst.',
    taken: 'Een andere app gebruikt de camera: sluit die, of teken af in de lijst.',
    ended: 'De camera is uitgezet: open het scannen opnieuw, of teken af in de lijst.',
  },
}
