import type { RecordField } from '#domain/entities/record-fields.ts'
import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { roomFields, roomFieldTexts } from '#domain/rooms/room.fields.ts'
import { revealingText, roomRefusalTexts } from '#domain/rooms/room.texts.ts'
import { cellErrorText, outcomeTexts, repeatedText, shiftedText, totalText } from './list-kind.texts.ts'
import { adds, changes, fieldsAsColumns, type ListKind, refuses, remarks, skips, type Verdict } from './list-kind.ts'

const isNumber = (cell: string): boolean => /^\d{1,4}$/.test(cell)

type FieldVerdict = (typeof roomFields)[keyof typeof roomFields]['refused']

const fieldVerdicts = Object.fromEntries(
  Object.values<RecordField<unknown>>(roomFields).map(({ refused, fault = '', refusal = fault }) => [
    refused,
    refuses(refusal),
  ]),
) as Record<FieldVerdict, Verdict>

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
    ...fieldsAsColumns(roomFields),
    building: {
      label: 'Gebouw',
      names: ['gebouw', 'gebouwnaam', 'gebouwcode', 'building', 'buildingname', 'gebaude', 'batiment'],
    },
  },
  searched: [...Object.keys(roomFields), 'building', 'name'],
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
    'name-revealing': remarks(revealingText),
    'letters-lost': remarks(
      'Er lijken letters verloren te zijn gegaan. Kijk de regel na, of sla de lijst op als ‘CSV UTF-8’.',
    ),
    repeated: remarks(repeatedText),
    contradicted: refuses((line) => `Staat ook op regel ${line}, met andere gegevens. Laat één van de twee staan.`),
    shifted: refuses(shiftedText),
    total: refuses(totalText),
    'name-missing': refuses('De naam ontbreekt.'),
    'name-too-long': refuses(roomRefusalTexts['room-name-too-long']),
    'name-unreadable': refuses(schoolNameRefusalTexts['school-name-unreadable']),
    ...fieldVerdicts,
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
