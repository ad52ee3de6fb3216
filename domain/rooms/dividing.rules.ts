import { inNameOrder } from '#domain/users/name-order.ts'
import { compareDutch } from '#domain/users/names.ts'
import { chooseRoom, type RoomToFill } from './chairs.rules.ts'
import { blockLabel, modulesLabel } from './dividing.texts.ts'
import {
  type Chair,
  type DivisionWay,
  fill,
  type Hall,
  type Halls,
  hallsOf,
  keep,
  type StudentToSeat,
} from './filling.rules.ts'

/**
 * Dividing gives the students of a moment chairs in its rooms. It happens in four steps: chairs that stay are taken off the
 * rooms; students with extra time get the rooms meant for them; these rooms are filled up with others; the rest fill the other
 * rooms in their order. Why it is so: api-server/rooms/dividing.rationale.md.
 */

export interface SeatedStudent<Student extends StudentToSeat = StudentToSeat> {
  student: Student
  chair: Chair
}

/** A room with those who would sit there. */
export interface FilledRoom {
  id: number
  students: number
  with_extra_time: number
  /** first and last name of a block, or its modules; null for an empty room */
  label: string | null
  /** everybody in the room has extra time, so a list of the room reveals it */
  only_extra_time: boolean
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
  /** every chair gets a number */
  numbered: boolean
  /** students who were placed by hand keep their chairs */
  keeps_by_hand: boolean
}

/** Divides students over rooms. No room gets more students than seats, except one that has more placed by hand. */
export function divideStudents<Student extends StudentToSeat>({
  rooms,
  students,
  way,
  numbered,
  keeps_by_hand,
}: DivisionQuestion<Student>): Division<Student> {
  const ordered = inOrderOf(way, students)
  const halls = hallsOf<Student>(rooms)
  const stays = (student: Student) => keeps_by_hand && student.chair?.by_hand === true && keep(halls, student)
  const coming = ordered.filter((student) => !stays(student))
  const seatless = fill(halls, coming, way)
  return divisionOf(halls, { seatless, way, numbers: numbered ? 'all' : 'none' })
}

/**
 * Gives chairs to students without one, each as if they enrolled now, and leaves all others where they are.
 * `numbered`: these students also get a seat number.
 */
export function divideRest<Student extends StudentToSeat>({
  rooms,
  students,
  numbered,
}: Omit<DivisionQuestion<Student>, 'way' | 'keeps_by_hand'>): Division<Student> {
  const ordered = inNameOrder(students)
  const halls = hallsOf<Student>(rooms)
  const coming = ordered.filter((student) => !(student.chair && keep(halls, student)))
  const seatless = coming.filter((student) => {
    const hall = chooseRoom([...halls.values()], { extraTime: student.extra_time })
    hall?.placed.push(student)
    return hall === undefined
  })
  return divisionOf(halls, { seatless, way: 'alphabet', numbers: numbered ? 'newcomers' : 'as-they-are' })
}

/** Describes the chairs that students have now. */
export function describeDivision<Student extends StudentToSeat>(
  rooms: readonly RoomToFill[],
  students: readonly Student[],
): Division<Student> {
  const halls = hallsOf<Student>(rooms)
  const seatless = inNameOrder(students).filter((student) => !(student.chair && keep(halls, student)))
  return divisionOf(halls, { seatless, way: 'alphabet', numbers: 'as-they-are' })
}

/** Per module: by the first of a student's modules, and by name within it. */
function inOrderOf<Student extends StudentToSeat>(way: DivisionWay, students: readonly Student[]): Student[] {
  const byName = inNameOrder(students)
  if (way !== 'module') return byName
  const groups = Map.groupBy(byName, ({ modules: [first = ''] }) => first)
  return [...groups].toSorted(([one], [other]) => compareDutch(one, other)).flatMap(([, group]) => group)
}

/** Who has a seat number afterwards: all, none, also the newly placed students, or only those who have one already. */
type Numbers = 'all' | 'none' | 'newcomers' | 'as-they-are'

function divisionOf<Student extends StudentToSeat>(
  halls: Halls<Student>,
  { seatless, numbers, way }: { seatless: Student[]; numbers: Numbers; way: DivisionWay },
): Division<Student> {
  const all = [...halls.values()]
  return {
    seated: all.flatMap((hall) => chairsOf(hall, numbers)),
    seatless,
    rooms: all.map((hall) => describeHall(hall, way)),
  }
}

/** Chairs of those in a room. Who stays keeps a number; the others get the lowest free ones, in their order. */
function chairsOf<Student extends StudentToSeat>(
  { id: room_id, kept, placed }: Hall<Student>,
  numbers: Numbers,
): SeatedStudent<Student>[] {
  const given = new Set(kept.flatMap(({ chair }) => chair?.seat_number ?? []))
  let last = 0
  const next = () => {
    do last += 1
    while (given.has(last))
    return last
  }
  const staying = kept.map((student) => {
    const held = numbers === 'none' ? null : (student.chair?.seat_number ?? null)
    const seat_number = held ?? (numbers === 'all' ? next() : null)
    return { student, chair: { room_id, seat_number, by_hand: student.chair?.by_hand ?? false } }
  })
  const isNumbered = numbers === 'all' || numbers === 'newcomers'
  const coming = placed.map((student) => ({
    student,
    chair: { room_id, seat_number: isNumbered ? next() : null, by_hand: false },
  }))
  return [...staying, ...coming]
}

function describeHall<Student extends StudentToSeat>(
  { id, kept, placed }: Hall<Student>,
  way: DivisionWay,
): FilledRoom {
  const students = [...kept, ...placed]
  const with_extra_time = students.filter(({ extra_time }) => extra_time).length
  return {
    id,
    students: students.length,
    with_extra_time,
    label: labelOf({ kept, placed }, way),
    only_extra_time: students.length > 0 && with_extra_time === students.length,
  }
}

/**
 * Label of a room by the names of its students. Students placed by hand or with extra time count only if there are no
 * others.
 */
function labelOf({ kept, placed }: Pick<Hall<StudentToSeat>, 'kept' | 'placed'>, way: DivisionWay): string | null {
  const inBlock = [...kept.filter(({ chair }) => !chair?.by_hand), ...placed].filter(({ extra_time }) => !extra_time)
  const named = inBlock.length > 0 ? inBlock : [...kept, ...placed]
  if (way === 'module') return modulesLabel(named.flatMap(({ modules: [first] }) => first ?? []))
  // Students without a last or first name come first in the order; they do not count for the label.
  const ordered = inNameOrder(named).filter(({ first_name, last_name }) => `${first_name}${last_name}`.trim() !== '')
  const [first, last] = [ordered[0], ordered.at(-1)]
  return first && last ? blockLabel(first, last) : null
}
