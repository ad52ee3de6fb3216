import { counted, countedRooms } from '#domain/entities/counts.texts.ts'
import { registerTexts } from '#src/parts/registers/register.texts.ts'

type NamedRooms = readonly { name: string }[]

const nameOf = (rooms: NamedRooms) => (rooms.length === 1 ? `Lokaal ${rooms[0]?.name}` : countedRooms(rooms.length))

export const roomsTexts = {
  ...registerTexts('lokaal', 'Nieuw lokaal'),
  none: 'Er zijn nog geen lokalen. Voeg het eerste toe of importeer een lijst.',
  noneFound: (search: string) => `Geen lokaal gevonden met ‘${search}’.`,
  seatsOfTestmoments: 'Toetsmomenten die dit lokaal al hebben, houden hun eigen aantal.',
  ticked: (count: number) => `${countedRooms(count)} aangevinkt`,
  allArchived: (rooms: NamedRooms) => `${nameOf(rooms)} ${rooms.length === 1 ? 'is' : 'zijn'} gearchiveerd.`,
  allRestored: (rooms: NamedRooms) => `${nameOf(rooms)} ${rooms.length === 1 ? 'is' : 'zijn'} teruggezet.`,
  archivingFailed: 'Archiveren van lokalen mislukt',
  restoringFailed: 'Terugzetten van lokalen mislukt',
  archivingQuestion: (rooms: NamedRooms) => `${nameOf(rooms)} archiveren?`,
  /** only for rooms of which at least one is used by a coming test moment */
  archiving: (rooms: readonly { coming: number }[]) => {
    const used = rooms.filter(({ coming }) => coming > 0)
    if (rooms.length > 1) {
      const [belong, stay] = used.length === 1 ? ['hoort', 'blijft'] : ['horen', 'blijven']
      return `${countedRooms(used.length)} ${belong} bij komende toetsmomenten, en ${stay} daar. Je kunt deze lokalen daarna niet meer kiezen.`
    }
    const coming = used[0]?.coming ?? 0
    const have = counted(coming, 'komend toetsmoment heeft', 'komende toetsmomenten hebben')
    return `${have} dit lokaal, en ${coming === 1 ? 'houdt' : 'houden'} het. Je kunt het daarna niet meer kiezen.`
  },
  deletion: 'Dit lokaal is nog nooit gebruikt. Dit kan niet ongedaan worden gemaakt.',
}
