import { briefLabel } from '#domain/calendar/date-labels.ts'
import { counted, countedRooms, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import type { RoomElsewhere } from '#domain/rooms/testmoment-rooms.schema.ts'

const seats = (count: number) => counted(count, 'plaats', 'plaatsen')
const besideSum = (sum: number, limit: number) =>
  limit === 0 ? 'zonder maximum' : limit === sum ? 'precies het maximum' : `maximum ${dottedNumber(limit)}`

export const testmomentRoomsTexts = {
  title: 'Lokalen',
  caption: 'Lokalen van dit toetsmoment',
  none: 'Dit toetsmoment heeft nog geen lokalen. Vink aan waar de toets is.',
  all: 'Alle lokalen',
  unsaved: 'Nog niet opgeslagen.',
  seatsIn: (room: string) => `Plaatsen in ${room}`,
  up: (room: string) => `${room} omhoog`,
  down: (room: string) => `${room} omlaag`,
  noRooms: 'Je school heeft nog geen lokalen. Voeg ze toe bij Lokalen.',
  elsewhere: (moment: RoomElsewhere, now: number) =>
    moment.overlap === 'certain'
      ? `Tegelijk in gebruik: ${briefLabel(moment, now)}.`
      : `Misschien tegelijk in gebruik: ${briefLabel(moment, now)}.`,
  sum: (count: number, sum: number, limit: number) =>
    `${seats(sum)} in ${countedRooms(count)}, ${besideSum(sum, limit)}.`,
  equalize: 'Gelijk maken',
  equalizeLimit: 'Maximum gelijk maken',
  equalizeQuestion: (sum: number) => `Maximum ${seats(sum)} maken?`,
  equalizeConfirm: (sum: number) => `Maximum ${seats(sum)} maken`,
  equalizing: (limit: number, sum: number) =>
    limit === 0
      ? `Er passen dan ${countedStudents(sum)}.`
      : `Het maximum gaat van ${dottedNumber(limit)} naar ${dottedNumber(sum)}.`,
  equalized: (sum: number) => `Het maximum is nu ${seats(sum)}.`,
  equalizeFailed: 'Wijzigen van het maximum mislukt',
  previewFailed: 'De gevolgen zijn niet op te halen',
  saved: 'De lokalen zijn opgeslagen.',
  editQuestion: 'Lokalen wijzigen?',
  editConfirm: 'Lokalen wijzigen',
  saveFailed: 'Opslaan van de lokalen mislukt',
  loadFailed: 'Ophalen van de lokalen mislukt',
}
