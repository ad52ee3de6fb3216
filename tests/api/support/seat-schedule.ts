import fc from 'fast-check'
import { DESKS } from './schedule.ts'

/** Positions in the lists of `startSeatRace`; `nth` is of what the student then has. */
interface ByStudent {
  desk: number
  student: number
}

interface ChoosingStep extends ByStudent {
  act: 'enroll' | 'wait' | 'seat-by-teacher'
  moment: number
  module: number
  /** a wait: also for students enrolled elsewhere; a seat by a teacher: also above the seats */
  also: boolean
}

interface HoldingStep extends ByStudent {
  act: 'leave' | 'stop-waiting' | 'remove-by-teacher' | 'promote-by-hand'
  nth: number
  /** a seat by a teacher: also above the seats */
  also: boolean
}

interface MoveStep extends ByStudent {
  act: 'move'
  nth: number
  moment: number
}

interface MomentStep {
  act: 'promote' | 'close' | 'open' | 'seats' | 'end-waits'
  desk: number
  moment: number
  seats: number
}

/** A teacher moves a student to a room by hand. */
interface ChairStep extends ByStudent {
  act: 'move-chair'
  moment: number
  room: number
}

/** A teacher divides a moment's students, all or the rest; publishes where they sit; or gives a room other seats, or takes it away (0). */
interface RoomStep {
  act: 'divide' | 'divide-rest' | 'publish' | 'room-seats'
  desk: number
  moment: number
  room: number
  seats: number
}

export type SeatStep = ChoosingStep | HoldingStep | MoveStep | MomentStep | ChairStep | RoomStep

/** Waves one after another; the steps of a wave are taken at once. */
export type SeatSchedule = SeatStep[][]

export const STUDENTS = 5
/** at first; 0 is no limit */
export const MOMENTS = [
  { seats: 1, max_enrollments: 0 },
  { seats: 2, max_enrollments: 1 },
  { seats: 0, max_enrollments: 2 },
]
export const MODULES = 2
/** Seats of the rooms of each moment, all of which are divided at first. The last room is for extra time. */
export const ROOMS = [1, 1]

const upTo = (count: number) => fc.nat({ max: count - 1 })
const also = fc.boolean()
const moment = upTo(MOMENTS.length)
const byStudent = { desk: upTo(DESKS), student: upTo(STUDENTS) }
const nth = upTo(2)

const choosing = (act: ChoosingStep['act']) =>
  fc.record({ act: fc.constant(act), ...byStudent, moment, module: upTo(MODULES), also })
const holding = (act: HoldingStep['act']) => fc.record({ act: fc.constant(act), ...byStudent, nth, also })
const ofMoment = (act: MomentStep['act']) =>
  fc.record({ act: fc.constant(act), desk: upTo(DESKS), moment, seats: upTo(4) })

const room = upTo(ROOMS.length)
const ofRooms = (act: RoomStep['act']) =>
  fc.record({ act: fc.constant(act), desk: upTo(DESKS), moment, room, seats: upTo(3) })

const step: fc.Arbitrary<SeatStep> = fc.oneof(
  { weight: 8, arbitrary: choosing('enroll') },
  { weight: 10, arbitrary: choosing('wait') },
  { weight: 6, arbitrary: holding('leave') },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('move' as const), ...byStudent, nth, moment }) },
  { weight: 1, arbitrary: holding('stop-waiting') },
  { weight: 8, arbitrary: ofMoment('promote') },
  { weight: 1, arbitrary: ofMoment('end-waits') },
  { weight: 3, arbitrary: ofMoment('seats') },
  { weight: 1, arbitrary: ofMoment('close') },
  { weight: 1, arbitrary: ofMoment('open') },
  { weight: 1, arbitrary: choosing('seat-by-teacher') },
  { weight: 1, arbitrary: holding('remove-by-teacher') },
  { weight: 2, arbitrary: holding('promote-by-hand') },
  { weight: 2, arbitrary: ofRooms('divide') },
  { weight: 2, arbitrary: ofRooms('divide-rest') },
  { weight: 1, arbitrary: ofRooms('publish') },
  { weight: 2, arbitrary: ofRooms('room-seats') },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('move-chair' as const), ...byStudent, moment, room }) },
)

const anything: fc.Arbitrary<SeatSchedule> = fc.array(fc.array(step, { minLength: 3, maxLength: 12 }), {
  minLength: 2,
  maxLength: 5,
})

const FIRST = 0

/** A seat that came free beside a line, and then what these do at once; the last student stands in no line. */
const besideALine = (take: (line: readonly number[], desk: number) => SeatStep[]): fc.Arbitrary<SeatSchedule> =>
  fc
    .record({
      line: fc.uniqueArray(fc.integer({ min: 1, max: STUDENTS - 2 }), { minLength: 2 }),
      desk: byStudent.desk,
    })
    .map(({ line, desk }) => {
      const taking = { desk, moment: FIRST, module: FIRST, also: false }
      return [
        [{ act: 'enroll', student: FIRST, ...taking }],
        ...line.map((student): SeatStep[] => [{ act: 'wait', student, ...taking }]),
        [{ act: 'leave', desk, student: FIRST, nth: FIRST, also: false }],
        [{ act: 'promote', desk, moment: FIRST, seats: FIRST }, ...take(line, 1 - desk)],
      ]
    })

/** Teachers who promote by hand, at another desk than it is done by itself: what a control shows by. */
export const contestedSeats = besideALine(([, ...others], desk) =>
  others.map((student): SeatStep => ({ act: 'promote-by-hand', desk, student, nth: FIRST, also: false })),
)

/** Everybody comes at once where only chairs are limited, and fewer than they are. */
export const contestedChairs: fc.Arbitrary<SeatSchedule> = fc
  .array(byStudent.desk, { minLength: STUDENTS, maxLength: STUDENTS })
  .map((desks) => [
    desks.map((desk, student): SeatStep => {
      const place = { moment: MOMENTS.length - 1, module: FIRST }
      return { act: 'enroll', desk, student, ...place, also: false }
    }),
  ])

/** Somebody new who wants that seat. */
const newcomers = besideALine((_, desk) => [
  { act: 'enroll', desk, student: STUDENTS - 1, moment: FIRST, module: FIRST, also: false },
])

export const seatSchedules: fc.Arbitrary<SeatSchedule> = fc.oneof(
  { weight: 8, arbitrary: anything },
  { weight: 1, arbitrary: newcomers },
  { weight: 1, arbitrary: contestedSeats },
  { weight: 1, arbitrary: contestedChairs },
)
