import { type FieldTexts, showText, showYesOrNo } from '#domain/entities/differences.ts'
import { LAST_ROOM_POSITION, MAX_ROOM_NAME_LENGTH, MOST_ROOM_SEATS, type RoomRefusal } from './room.rules.ts'
import type { Room } from './room.schema.ts'

/** Fields that an edit may change. */
export type RoomFields = Omit<Room, 'id' | 'version'>

export const roomFieldTexts: FieldTexts<RoomFields> = {
  name: { label: 'Naam', show: showText },
  seats: { label: 'Plaatsen', show: String },
  position: { label: 'Volgorde', show: String },
  remark: { label: 'Opmerking voor surveillanten', show: showText },
  extra_time: { label: 'Ook voor extra tijd', show: showYesOrNo },
  archived: { label: 'Gearchiveerd', show: showYesOrNo },
}

export const roomRefusalTexts = {
  'room-name-too-long': `De naam mag niet langer zijn dan ${MAX_ROOM_NAME_LENGTH} tekens.`,
  'room-in-use': 'Dit lokaal hoort bij een toetsmoment. Het kan niet worden verwijderd, wel gearchiveerd.',
  'room-archived': 'Dit lokaal is gearchiveerd. Zet het eerst terug.',
  'room-unknown': 'Een van de lokalen bestaat niet (meer). Laad de pagina opnieuw.',
  'room-full': 'In dit lokaal zijn niet genoeg plaatsen vrij.',
} satisfies Record<RoomRefusal, string>

/** 'B3.14 (60)': a room of a moment with its seats there. */
export const listedRoomLabel = ({ name, seats }: { name: string; seats: number }): string => `${name} (${seats})`

/** Numbers of students by room, as the log keeps them of a division. */
export const divisionTexts = {
  chairs: {
    label: 'Verdeling',
    show: (rooms: readonly { name: string; students: number }[]) =>
      showText(rooms.map(({ name, students }) => `${name}: ${students}`).join(', ')),
  },
}

/** The rooms of a moment in their order, which are edited as one list. */
export const testmomentRoomsTexts: FieldTexts<{ rooms: readonly { name: string; seats: number }[] }> = {
  rooms: { label: 'Lokalen', show: (rooms) => showText(rooms.map(listedRoomLabel).join(', ')) },
}

/** Where somebody types a room, or imports it. */
export const roomFaultTexts = {
  seats: `Vul een aantal plaatsen in van 1 tot en met ${MOST_ROOM_SEATS.toLocaleString('nl-NL')}.`,
  position: `Vul een getal in van 1 tot en met ${LAST_ROOM_POSITION.toLocaleString('nl-NL')}.`,
  revealing: 'Anderen lezen deze naam. Kies een naam die niet zegt voor wie het lokaal is.',
}
