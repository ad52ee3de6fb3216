import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { MAX_ROOM_REMARK_LENGTH } from '#domain/rooms/room.rules.ts'
import { roomFaultTexts, roomFieldTexts, roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import { cellErrorText, outcomeTexts, repeatedText, shiftedText } from './list-kind.texts.ts'
import { adds, changes, type ListKind, refuses, remarks, skips } from './list-kind.ts'

const isNumber = (cell: string): boolean => /^\d{1,4}$/.test(cell)

/** A list of rooms, as it is typed or as another system exports it. */
export const roomList = {
  columns: {
    name: {
      label: roomFieldTexts.name.label,
      required: true,
      names: [
        ...['lokaal', 'lokaalnaam', 'lokaalcode', 'lokaalnummer', 'zaal', 'zaalnaam', 'zaalcode', 'zaalnummer'],
        ...['ruimte', 'ruimtenaam', 'ruimtecode', 'ruimtenummer', 'toetszaal', 'toetsruimte', 'lokalen', 'zalen'],
        ...['room', 'roomname', 'roomnumber', 'roomno', 'roomcode', 'raum', 'raumname', 'raumnummer', 'salle'],
        // Names of any list, and last the numbers by which other systems know a room that has no other name.
        ...['naam', 'name', 'code', 'nummer', 'number', 'roomid', 'zaalid', 'lokaalid', 'id'],
      ],
    },
    seats: {
      label: roomFieldTexts.seats.label,
      names: [
        // Seats in test arrangement before all seats of a room.
        ...['toetsplaatsen', 'examenplaatsen', 'tentamenplaatsen', 'toetscapaciteit', 'examencapaciteit'],
        ...['tentamencapaciteit', 'examcapacity', 'examinationcapacity', 'examseats', 'testseats'],
        ...['plaatsen', 'aantalplaatsen', 'zitplaatsen', 'stoelen', 'capaciteit', 'maxcapaciteit', 'cap', 'max'],
        ...['seats', 'maxseats', 'numberofseats', 'capacity', 'maxcapacity', 'kapazitat', 'sitzplatze', 'platze'],
        ...['capacite', 'places'],
      ],
    },
    position: {
      label: roomFieldTexts.position.label,
      names: ['volgorde', 'volgnummer', 'rangorde', 'prioriteit', 'order', 'priority', 'position'],
    },
    remark: {
      label: 'Opmerking',
      names: [
        ...['opmerking', 'opmerkingen', 'bijzonderheden', 'toelichting', 'notitie', 'remark', 'remarks', 'note'],
        ...['notes', 'comment', 'comments', 'bemerkung'],
      ],
    },
    extra_time: {
      label: roomFieldTexts.extra_time.label,
      names: ['ookvoorextratijd', 'extratijd', 'extratime', 'stilteruimte', 'prikkelarm', 'quietroom'],
    },
    building: {
      label: 'Gebouw',
      names: ['gebouw', 'gebouwnaam', 'gebouwcode', 'building', 'buildingname', 'gebaude', 'batiment'],
    },
  },
  // 'Capaciteit lokaal' is no name.
  searched: ['seats', 'position', 'remark', 'extra_time', 'building', 'name'],
  others: [
    ...['gebouw', 'building', 'verdieping', 'floor', 'type', 'soort', 'id', 'docent', 'datum', 'oppervlakte', 'area'],
    ...['contact', 'afdeling', 'department', 'reserve', 'alternatief', 'campus'],
  ],
  whole: [
    ...['naam', 'name', 'code', 'nummer', 'number', 'id', 'cap', 'max', 'order', 'position', 'gebouw', 'building'],
    ...['lokalen', 'zalen', 'places'],
  ],
  needs: [['name']],
  isKey: isNumber,
  guesses: [
    { meaning: 'name', is: () => true },
    { meaning: 'seats', is: isNumber },
  ],
  verdicts: {
    new: adds('Nieuw'),
    known: skips('Is er al. Blijft zoals het is.'),
    updated: changes('Is er al. Wordt bijgewerkt.'),
    'seats-none': remarks('Heeft in deze lijst geen plaatsen. Wordt overgeslagen.'),
    'room-archived': remarks((name) => `Lokaal ‘${name}’ is gearchiveerd en blijft dat. Wordt overgeslagen.`),
    'name-revealing': remarks(roomFaultTexts.revealing),
    'letters-lost': remarks(
      'Er lijken letters verloren te zijn gegaan. Kijk de regel na, of sla de lijst op als ‘CSV UTF-8’.',
    ),
    repeated: remarks(repeatedText),
    contradicted: refuses((line) => `Staat ook op regel ${line}, met andere gegevens. Laat één van de twee staan.`),
    shifted: refuses(shiftedText),
    'name-missing': refuses('De naam ontbreekt.'),
    'name-too-long': refuses(roomRefusalTexts['room-name-too-long']),
    'name-unreadable': refuses(schoolNameRefusalTexts['school-name-unreadable']),
    'seats-invalid': refuses((typed) => `‘${typed}’ kan niet. ${roomFaultTexts.seats}`),
    'position-invalid': refuses((typed) => `Volgorde ‘${typed}’ kan niet. ${roomFaultTexts.position}`),
    'remark-too-long': refuses(`De opmerking mag niet langer zijn dan ${MAX_ROOM_REMARK_LENGTH} tekens.`),
    'extra-time-invalid': refuses((typed) => `‘${typed}’ bij extra tijd is niet duidelijk. Schrijf ja of nee.`),
    'cell-error': remarks(cellErrorText),
  },
  columnMissing: 'Er is geen kolom met namen. Zet boven de lijst bijvoorbeeld: lokaal;plaatsen;opmerking',
  words: {
    ...outcomeTexts('lokaal', 'lokalen'),
    tab: 'Lokalen',
    intro:
      'Nieuwe lokalen komen er meteen bij. Een lijst uit je roosterprogramma is goed. Een lokaal zonder plaatsen wordt overgeslagen.',
    example: 'lokaal;plaatsen;volgorde;opmerking;extra tijd',
    columns: 'Naam en plaatsen zijn nodig. Is er een kolom met gebouwen, dan komt het gebouw voor de naam.',
    update: 'Een lokaal dat er al is, krijgt de gegevens van de lijst. Een lege cel verandert niets.',
    nothing: 'Er is niets te importeren: de lokalen van deze lijst zijn er al, of hebben geen plaatsen.',
  },
} satisfies ListKind

export type RoomVerdict = keyof typeof roomList.verdicts
