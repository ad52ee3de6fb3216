import { groupBy } from '#domain/entities/groups.ts'
import { inNameOrder } from '#domain/users/name-order.ts'
import { compareDutch } from '#domain/users/names.ts'
import { chooseRoom, freeNumber, type RoomToFill } from './chairs.rules.ts'
import { blockLabel, modulesLabel } from './dividing.texts.ts'
import {
  type Chair,
  type DivisionWay,
  type Draw,
  fill,
  type Hall,
  type Halls,
  hallsOf,
  keep,
  type StudentToSeat,
} from './filling.rules.ts'

/**
 * Dividing gives the students of a moment chairs in its rooms. It happens in four steps: chairs that stay are taken off the
 * rooms; students with extra time get the rooms meant for them; these rooms are filled up with others, who are drawn; the rest
 * fill the other rooms in their order. Why it is so: api-server/rooms/dividing.rationale.md.
 */

export interface SeatedStudent<Student extends StudentToSeat = StudentToSeat> {
  student: Student
  chair: Chair
}

export interface FilledRoom {
  id: number
  students: number
  with_extra_time: number
  /** first and last name of a block, or its modules; null for an empty room, and for one for extra time */
  label: string | null
  /**
   * a list of the room reveals who has extra time: in a room for it, there are fewer others than students who have it; in another
   * room, there is nobody else
   */
  reveals_extra_time: boolean
}

export interface Division<Student extends StudentToSeat = StudentToSeat> {
  seated: SeatedStudent<Student>[]
  /** students who find no chair, in the order of names */
  seatless: Student[]
  /** in the order of the rooms */
  rooms: FilledRoom[]
}

interface DivisionQuestion<Student extends StudentToSeat> {
  rooms: readonly RoomToFill[]
  students: readonly Student[]
  way: DivisionWay
  numbered: boolean
  /** students who were placed by hand keep their chairs */
  keeps_by_hand: boolean
  draw: Draw
}

/** Divides students over rooms. No room gets more students than seats, except one that has more placed by hand. */
export function divideStudents<Student extends StudentToSeat>({
  rooms,
  students,
  way,
  numbered,
  keeps_by_hand,
  draw,
}: DivisionQuestion<Student>): Division<Student> {
  const ordered = inOrderOf(way, students)
  const halls = hallsOf<Student>(rooms)
  const stays = (student: Student) => keeps_by_hand && student.chair?.by_hand === true && keep(halls, student)
  const coming = ordered.filter((student) => !stays(student))
  const seatless = fill(halls, coming, { way, draw })
  return divisionOf(halls, { seatless, way, numbers: numbered ? 'all' : 'none', draw })
}

/**
 * Gives chairs to students without one, each as if they enrolled now, and leaves all others where they are.
 * `numbered`: these students also get a seat number.
 */
export function divideRest<Student extends StudentToSeat>({
  rooms,
  students,
  numbered,
  draw,
}: Omit<DivisionQuestion<Student>, 'way' | 'keeps_by_hand'>): Division<Student> {
  const ordered = inNameOrder(students)
  const halls = hallsOf<Student>(rooms)
  const coming = ordered.filter((student) => !(student.chair && keep(halls, student)))
  const seatless = coming.filter((student) => {
    const hall = chooseRoom([...halls.values()], { extraTime: student.extra_time })
    hall?.placed.push(student)
    return hall === undefined
  })
  return divisionOf(halls, { seatless, way: 'alphabet', numbers: numbered ? 'newcomers' : 'as-they-are', draw })
}

export function describeDivision<Student extends StudentToSeat>(
  rooms: readonly RoomToFill[],
  students: readonly Student[],
): Division<Student> {
  const halls = hallsOf<Student>(rooms)
  const seatless = inNameOrder(students).filter((student) => !(student.chair && keep(halls, student)))
  return divisionOf(halls, { seatless, way: 'alphabet', numbers: 'as-they-are', draw: () => 0 })
}

/** Per module: by the first of a student's modules, and by name within it. */
function inOrderOf<Student extends StudentToSeat>(way: DivisionWay, students: readonly Student[]): Student[] {
  const byName = inNameOrder(students)
  if (way !== 'module') return byName
  const groups = groupBy(byName, ({ modules: [first = ''] }) => first)
  return [...groups].toSorted(([one], [other]) => compareDutch(one, other)).flatMap(([, group]) => group)
}

/** Students who have a seat number afterwards: all, none, also the newly placed ones, or only those who have one already. */
type Numbers = 'all' | 'none' | 'newcomers' | 'as-they-are'

function divisionOf<Student extends StudentToSeat>(
  halls: Halls<Student>,
  { seatless, numbers, way, draw }: { seatless: Student[]; numbers: Numbers; way: DivisionWay; draw: Draw },
): Division<Student> {
  const all = [...halls.values()]
  return {
    seated: all.flatMap((hall) => chairsOf(hall, numbers, draw)),
    seatless,
    rooms: all.map((hall) => describeHall(hall, way)),
  }
}

/** Chairs of those in a room. Who stays keeps a number; the others get free ones, in their order. */
function chairsOf<Student extends StudentToSeat>(
  hall: Hall<Student>,
  numbers: Numbers,
  draw: Draw,
): SeatedStudent<Student>[] {
  const { id: room_id, kept, placed } = hall
  const numbersInUse = new Set(kept.flatMap(({ chair }) => chair?.seat_number ?? []))
  const next = ({ id }: Student) => {
    const number = freeNumber(hall, numbersInUse, draw('number', id))
    numbersInUse.add(number)
    return number
  }
  const staying = kept.map((student) => {
    const held = numbers === 'none' ? null : (student.chair?.seat_number ?? null)
    const seat_number = held ?? (numbers === 'all' ? next(student) : null)
    return { student, chair: { room_id, seat_number, by_hand: student.chair?.by_hand ?? false } }
  })
  const isNumbered = numbers === 'all' || numbers === 'newcomers'
  const coming = placed.map((student) => ({
    student,
    chair: { room_id, seat_number: isNumbered ? next(student) : null, by_hand: false },
  }))
  return [...staying, ...coming]
}

function describeHall<Student extends StudentToSeat>(
  { id, extra_time, kept, placed }: Hall<Student>,
  way: DivisionWay,
): FilledRoom {
  const students = [...kept, ...placed]
  const with_extra_time = students.filter((student) => student.extra_time).length
  return {
    id,
    students: students.length,
    with_extra_time,
    label: extra_time ? null : labelOf({ kept, placed }, way),
    reveals_extra_time: extra_time
      ? with_extra_time > students.length - with_extra_time
      : with_extra_time > 1 && with_extra_time === students.length,
  }
}

/** Label by the names of its students. Those placed by hand or with extra time count only if there are no others. */
function labelOf({ kept, placed }: Pick<Hall<StudentToSeat>, 'kept' | 'placed'>, way: DivisionWay): string | null {
  const inBlock = [...kept.filter(({ chair }) => !chair?.by_hand), ...placed].filter(({ extra_time }) => !extra_time)
  const named = inBlock.length > 0 ? inBlock : [...kept, ...placed]
  if (way === 'module') return modulesLabel(named.flatMap(({ modules: [first] }) => first ?? []))
  // Students without a last or first name come first in the order; they do not count for the label.
  const ordered = inNameOrder(named).filter(({ first_name, last_name }) => `${first_name}${last_name}`.trim() !== '')
  const [first, last] = [ordered[0], ordered.at(-1)]
  return first && last ? blockLabel(first, last) : null
}
