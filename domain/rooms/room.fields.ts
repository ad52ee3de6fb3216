import { type FieldTexts, fieldNamesOf, showText, showYesOrNo } from '#domain/entities/differences.ts'
import { type RecordFields, readText } from '#domain/entities/record-fields.ts'
import { foldText } from '#domain/users/search.rules.ts'
import {
  LAST_ROOM_POSITION,
  MAX_ROOM_REMARK_LENGTH,
  MOST_ROOM_SEATS,
  readTypedPosition,
  readTypedRoomSeats,
} from './room.rules.ts'
import type { Room } from './room.schema.ts'

const YES = ['ja', 'j', 'yes', 'y', 'x', 'waar', 'true', '1', 'oui', 'wahr']
const NO = ['nee', 'n', 'no', 'onwaar', 'false', '0', '-', 'non', 'nein', 'falsch']

const SEATS_FAULT = `Vul een aantal plaatsen in van 1 tot en met ${MOST_ROOM_SEATS.toLocaleString('nl-NL')}.`
const POSITION_FAULT = `Vul een getal in van 1 tot en met ${LAST_ROOM_POSITION.toLocaleString('nl-NL')}.`

/** Fields of a room other than its name, in the order of its form, its list and its file. */
export type RoomValues = Omit<Room, 'id' | 'name' | 'archived' | 'version'>

export const roomFields = {
  seats: {
    label: 'Plaatsen',
    show: String,
    form: 'number',
    read: readTypedRoomSeats,
    fault: SEATS_FAULT,
    hint: 'Hoeveel studenten hier een toets kunnen maken.',
    refused: 'seats-invalid',
    refusal: (typed) => `‘${typed}’ kan niet. ${SEATS_FAULT}`,
    headings: [
      // Seats in test arrangement before all seats of a room.
      ...['toetsplaatsen', 'examenplaatsen', 'tentamenplaatsen', 'toetscapaciteit', 'examencapaciteit'],
      ...['tentamencapaciteit', 'examcapacity', 'examinationcapacity', 'examseats', 'testseats'],
      ...['plaatsen', 'aantalplaatsen', 'zitplaatsen', 'stoelen', 'capaciteit', 'maxcapaciteit', 'cap', 'max'],
      ...['seats', 'maxseats', 'numberofseats', 'capacity', 'maxcapacity', 'kapazitat', 'sitzplatze', 'platze'],
      ...['capacite', 'places'],
    ],
  },
  position: {
    label: 'Volgorde',
    show: String,
    form: 'number',
    read: readTypedPosition,
    fault: POSITION_FAULT,
    hint: 'Lokalen worden op volgorde gevuld, van laag naar hoog.',
    leftOut: 'Leeg: na alle andere lokalen.',
    refused: 'position-invalid',
    refusal: (typed) => `Volgorde ‘${typed}’ kan niet. ${POSITION_FAULT}`,
    headings: ['volgorde', 'volgnummer', 'rangorde', 'prioriteit', 'order', 'priority', 'position'],
  },
  remark: {
    label: 'Opmerking voor surveillanten',
    listed: 'Opmerking',
    show: showText,
    form: 'prose',
    most: MAX_ROOM_REMARK_LENGTH,
    read: readText(MAX_ROOM_REMARK_LENGTH),
    fault: `De opmerking mag niet langer zijn dan ${MAX_ROOM_REMARK_LENGTH} tekens.`,
    unsaid: '',
    refused: 'remark-too-long',
    headings: [
      ...['opmerking', 'opmerkingen', 'bijzonderheden', 'toelichting', 'notitie', 'remark', 'remarks', 'note'],
      ...['notes', 'comment', 'comments', 'bemerkung'],
    ],
  },
  extra_time: {
    label: 'Ook voor extra tijd',
    asked: 'Ook voor studenten met extra tijd',
    show: showYesOrNo,
    form: 'tick',
    read: (typed) => (YES.includes(foldText(typed)) ? true : NO.includes(foldText(typed)) ? false : null),
    hint: 'Alleen beheerders zien dit.',
    unsaid: false,
    refused: 'extra-time-invalid',
    refusal: (typed) => `‘${typed}’ bij extra tijd is niet duidelijk. Schrijf ja of nee.`,
    headings: ['ookvoorextratijd', 'extratijd', 'extratime', 'stilteruimte', 'prikkelarm', 'quietroom'],
  },
} as const satisfies RecordFields<RoomValues>

export const roomValueNames = fieldNamesOf<RoomValues>(roomFields)

export const forRoomValues = <Entry>(entryOf: (name: keyof RoomValues) => Entry) =>
  Object.fromEntries(roomValueNames.map((name) => [name, entryOf(name)])) as Record<keyof RoomValues, Entry>

/** Fields that an edit may change. */
export type RoomFields = RoomValues & Pick<Room, 'name'>

export const roomFieldTexts: FieldTexts<RoomFields & Pick<Room, 'archived'>> = {
  name: { label: 'Naam', show: showText },
  ...roomFields,
  archived: { label: 'Gearchiveerd', show: showYesOrNo },
}
