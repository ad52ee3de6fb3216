import { registerTexts } from '#src/parts/registers/register.texts.ts'

type NamedRooms = readonly { name: string }[]

const lokalen = (count: number) => (count === 1 ? '1 lokaal' : `${count} lokalen`)
const nameOf = (rooms: NamedRooms) => (rooms.length === 1 ? `Lokaal ${rooms[0]?.name}` : lokalen(rooms.length))

export const roomsTexts = {
  ...registerTexts('lokaal', 'Nieuw lokaal'),
  none: 'Er zijn nog geen lokalen. Voeg het eerste toe of importeer een lijst.',
  noneFound: (search: string) => `Geen lokaal gevonden met ‘${search}’.`,
  seatsOfTestmoments: 'Toetsmomenten die dit lokaal al hebben, houden hun eigen aantal.',
  ticked: (count: number) => `${lokalen(count)} aangevinkt`,
  allArchived: (rooms: NamedRooms) => `${nameOf(rooms)} ${rooms.length === 1 ? 'is' : 'zijn'} gearchiveerd.`,
  allRestored: (rooms: NamedRooms) => `${nameOf(rooms)} ${rooms.length === 1 ? 'is' : 'zijn'} teruggezet.`,
  archivingFailed: 'Archiveren van lokalen mislukt',
  restoringFailed: 'Terugzetten van lokalen mislukt',
  archivingQuestion: (rooms: NamedRooms) => `${nameOf(rooms)} archiveren?`,
  archiving: (rooms: readonly { coming: number }[]) => {
    const used = rooms.filter(({ coming }) => coming > 0)
    if (rooms.length > 1)
      return `${lokalen(used.length)} ${used.length === 1 ? 'hoort' : 'horen'} bij komende toetsmomenten, en ${used.length === 1 ? 'blijft' : 'blijven'} daar. Je kunt deze lokalen daarna niet meer kiezen.`
    const coming = used[0]?.coming ?? 0
    return `${coming === 1 ? '1 komend toetsmoment heeft' : `${coming} komende toetsmomenten hebben`} dit lokaal, en ${coming === 1 ? 'houdt' : 'houden'} het. Je kunt het daarna niet meer kiezen.`
  },
  deletion: 'Dit lokaal is nog nooit gebruikt. Dit kan niet ongedaan worden gemaakt.',
}
