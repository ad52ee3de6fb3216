import { type FieldTexts, showText } from '#domain/entities/differences.ts'
import { MAX_ROOM_NAME_LENGTH, type RoomRefusal } from './room.rules.ts'

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

export const testmomentRoomsTexts: FieldTexts<{ rooms: readonly { name: string; seats: number }[] }> = {
  rooms: { label: 'Lokalen', show: (rooms) => showText(rooms.map(listedRoomLabel).join(', ')) },
}

/** Warns where somebody types or imports a name. */
export const revealingText = 'Anderen lezen deze naam. Kies een naam die niet zegt voor wie het lokaal is.'
