import { searchWords } from '#domain/users/search.rules.ts'

export interface Seated {
  first_name: string
  last_name: string
  student_number: string | null
  /** room of their chair; null without one */
  room_id: number | null
}

/**
 * Ids of the other rooms in which somebody with the searched name or number sits. Only whole words of a name and a whole student
 * number are found: otherwise letter after letter of a stranger's name could be guessed by asking.
 */
export function roomsElsewhere(
  students: readonly Seated[],
  { search, ownRoomId }: { search: string; ownRoomId: number },
) {
  const asked = searchWords(search)
  const rooms = new Set<number>()
  if (asked.length === 0) return rooms
  for (const { first_name, last_name, student_number, room_id } of students) {
    if (room_id === null || room_id === ownRoomId || rooms.has(room_id)) continue
    const words = new Set([first_name, last_name, student_number ?? ''].flatMap(searchWords))
    if (asked.every((word) => words.has(word))) rooms.add(room_id)
  }
  return rooms
}
