import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#database/engine/open-database.ts'
import { BrokenPromise } from './promises.ts'

interface Place {
  id: number
  user_id: number
  testmoment_id: number
  module_id: number
}

interface WaitingPlace extends Place {
  moves: boolean
}

interface SeatMoment {
  id: number
  seats: number
  max_enrollments: number
  enrollments_enabled: boolean
}

/** All that decides about seats, as it is while nobody does anything. All moments lie ahead and offer every module. */
export interface SeatSituation {
  enrollments: Place[]
  waiting: WaitingPlace[]
  moments: SeatMoment[]
}

/** Acts in a wave that excuse what would otherwise be a broken promise, and their actors. */
export interface Excuses {
  /** students who did something themselves, or for which a teacher did */
  touched: Set<number>
  /** moments that were opened or closed */
  doors: Set<number>
  /** numbers of seats that were set, by moment */
  edits: Map<number, number[]>
  /** number of students that a teacher may have placed above the seats, by moment */
  above: Map<number, number>
  /** moments at which a teacher may have put somebody before others */
  favored: Set<number>
}

export async function readSituation({ kysely }: Database): Promise<SeatSituation> {
  const place = ['id', 'user_id', 'testmoment_id', 'module_id'] as const
  return {
    enrollments: await kysely.selectFrom('enrollment').select(place).orderBy('id').execute(),
    waiting: await kysely
      .selectFrom('waiting_entry')
      .select([...place, 'moves'])
      .orderBy('id')
      .execute(),
    moments: await kysely
      .selectFrom('testmoment')
      .select(['id', 'seats', 'max_enrollments', 'enrollments_enabled'])
      .orderBy('id')
      .execute(),
  }
}

const seatedAt = ({ enrollments }: SeatSituation, { id }: SeatMoment): Set<number> =>
  new Set(enrollments.filter(({ testmoment_id }) => testmoment_id === id).map(({ user_id }) => user_id))

const limitOf = ({ seats }: SeatMoment): number => (seats === 0 ? Number.POSITIVE_INFINITY : seats)

const momentBefore = (before: SeatSituation, { id }: SeatMoment): SeatMoment => {
  const found = before.moments.find((moment) => moment.id === id)
  if (!found) throw new RangeError(`no moment ${id}`)
  return found
}

/** A plain reading of who could take a seat now, should there be one. */
function couldTake({ enrollments, moments }: SeatSituation, entry: WaitingPlace): boolean {
  const moment = moments.find(({ id }) => id === entry.testmoment_id)
  if (!moment?.enrollments_enabled) return false
  const own = enrollments.filter(({ user_id }) => user_id === entry.user_id)
  const held = own.find(({ module_id }) => module_id === entry.module_id)
  if (held && (!entry.moves || held.testmoment_id === moment.id)) return false
  if (held && !moments.find(({ id }) => id === held.testmoment_id)?.enrollments_enabled) return false
  const there = own.filter(({ testmoment_id }) => testmoment_id === moment.id).length
  return moment.max_enrollments === 0 || there < moment.max_enrollments
}

/** No more students than seats, unless a teacher lowered them or went above them: then no more than there were. */
export function expectSeatsKept(before: SeatSituation, after: SeatSituation, { edits, above }: Excuses): void {
  for (const moment of after.moments) {
    const { id } = moment
    const limits = [limitOf(moment), limitOf(momentBefore(before, moment))]
    for (const seats of edits.get(id) ?? []) limits.push(seats === 0 ? Number.POSITIVE_INFINITY : seats)
    const most = Math.max(...limits, seatedAt(before, moment).size) + (above.get(id) ?? 0)
    const taken = seatedAt(after, moment).size
    if (taken > most) throw new BrokenPromise(`moment ${id}: ${taken} seats taken, ${most} allowed`)
  }
}

/**
 * Nobody got a seat that somebody ahead of them needed, who could take it all the while. Newcomers may pass those in
 * line where there are seats for all of these; so it is asked whether there still are. Who was ahead of them and could
 * not take a seat at first may have had one since, rightly.
 */
export function expectNobodyOvertaken(before: SeatSituation, after: SeatSituation, excuses: Excuses): void {
  const { touched, doors, edits, favored } = excuses
  for (const moment of after.moments) {
    if (doors.has(moment.id) || edits.has(moment.id) || favored.has(moment.id) || moment.seats === 0) continue
    const line = before.waiting.filter(({ testmoment_id }) => testmoment_id === moment.id)
    const seatedBefore = seatedAt(before, moment)
    const seatedAfter = seatedAt(after, moment)
    const placeOf = (user: number) => line.find(({ user_id }) => user_id === user)?.id ?? Number.POSITIVE_INFINITY
    const came = [...seatedAfter].filter((user) => !seatedBefore.has(user))
    const free = moment.seats - seatedAfter.size
    const stood = new Set<number>()
    for (const entry of line) {
      const user = entry.user_id
      if (seatedBefore.has(user) || seatedAfter.has(user) || !stoodReady(entry, { before, after, touched, doors }))
        continue
      stood.add(user)
      const late = came.filter(
        (other) =>
          placeOf(other) < entry.id &&
          (touched.has(other) || !line.some((theirs) => theirs.user_id === other && couldTake(before, theirs))),
      )
      const passed = came.find((other) => placeOf(other) > entry.id)
      if (passed !== undefined && free + late.length < stood.size)
        throw new BrokenPromise(`moment ${moment.id}: student ${passed} was given a seat before student ${user}`)
    }
  }
}

/** Whether somebody waited, and could take a seat, from before a wave till after it. */
function stoodReady(
  entry: WaitingPlace,
  { before, after, touched, doors }: Record<'before' | 'after', SeatSituation> & Pick<Excuses, 'touched' | 'doors'>,
): boolean {
  if (touched.has(entry.user_id) || !after.waiting.some((other) => isDeepStrictEqual(other, entry))) return false
  const heldIn = ({ enrollments }: SeatSituation) => enrollments.filter(({ user_id }) => user_id === entry.user_id)
  const held = heldIn(before)
  if (!isDeepStrictEqual(held, heldIn(after)) || held.some(({ testmoment_id }) => doors.has(testmoment_id)))
    return false
  return couldTake(before, entry)
}

/** Once all is quiet nobody waits who could have a seat: a free one, or the one that they have there already. */
export function expectNobodyForgotten(situation: SeatSituation): void {
  for (const moment of situation.moments) {
    const seated = seatedAt(situation, moment)
    const isFree = seated.size < limitOf(moment)
    const forgotten = situation.waiting.find(
      (entry) =>
        entry.testmoment_id === moment.id && (isFree || seated.has(entry.user_id)) && couldTake(situation, entry),
    )
    if (forgotten)
      throw new BrokenPromise(
        `moment ${moment.id}: student ${forgotten.user_id} waits beside a seat that they could have`,
      )
  }
}

/** Students who joined a waiting list in a later wave come after all who joined in an earlier one. */
export function expectOrderKept(before: SeatSituation, after: SeatSituation): void {
  for (const entry of after.waiting) {
    const isNew = !before.waiting.some(({ id }) => id === entry.id)
    if (isNew && before.waiting.some((other) => other.testmoment_id === entry.testmoment_id && other.id > entry.id))
      throw new BrokenPromise(`moment ${entry.testmoment_id}: student ${entry.user_id} joined before who stood there`)
  }
}

/**
 * Expects that each student with a place in line still has it, gave it up (`left`), takes the module there by other
 * means (`enrolled`), or is notified of the outcome; one letter is under way for each outcome, and a push to each who
 * got a seat.
 */
export async function expectAllNotified(
  { kysely }: Database,
  given: ReadonlyMap<number, Omit<Place, 'id'>>,
  { left, enrolled }: { left: ReadonlySet<number>; enrolled: ReadonlySet<string> },
): Promise<void> {
  const waiting = new Set((await kysely.selectFrom('waiting_entry').select('id').execute()).map(({ id }) => id))
  const outcomes = await kysely
    .selectFrom('waiting_outcome')
    .select(['id', 'user_id', 'testmoment_id', 'module_id', 'outcome'])
    .orderBy('id')
    .execute()
  const notified = new Set(outcomes.map(placeKey))
  for (const [id, place] of given) {
    const key = placeKey(place)
    if (!waiting.has(id) && !left.has(id) && !notified.has(key) && !enrolled.has(key))
      throw new BrokenPromise(`place ${id} in line (${key}) is gone, and nobody was told`)
  }
  const tasks = await kysely.selectFrom('outbox').select(['kind', 'payload']).execute()
  const letters = tasks.flatMap(({ kind, payload }) =>
    kind === 'waiting-letter' ? Number(Object.values(JSON.parse(payload))[0]) : [],
  )
  if (letters.toSorted((one, other) => one - other).join() !== outcomes.map(({ id }) => id).join())
    throw new BrokenPromise(`outcomes [${outcomes.map(({ id }) => id)}], letters about [${letters}]`)
  const pushed = new Set(
    tasks.flatMap(({ kind, payload }) => (kind === 'seat-push' ? seatKey(JSON.parse(payload)) : [])),
  )
  const seats = outcomes.filter(({ outcome }) => outcome === 'promoted')
  const missing = seats.find((outcome) => !pushed.has(seatKey(outcome)))
  if (missing) throw new BrokenPromise(`student ${missing.user_id} was given a seat, and no push tells of it`)
  if (pushed.size > new Set(seats.map(seatKey)).size)
    throw new BrokenPromise('a push tells of a seat that nobody was given')
}

export const placeKey = ({ user_id, testmoment_id, module_id }: Record<keyof Omit<Place, 'id'>, number | null>) =>
  `${user_id} ${testmoment_id} ${module_id}`

const seatKey = ({ user_id, testmoment_id }: { user_id: number; testmoment_id: number | null }) =>
  `${user_id} ${testmoment_id}`

/** The stored count of students with a seat is never too low, see database/engine/triggers.ts. */
export async function expectCountsHigh({ kysely }: Database, situation: SeatSituation): Promise<void> {
  const counts = new Map(
    (await kysely.selectFrom('seat_count').selectAll().execute()).map((row) => [row.testmoment_id, row.at_most]),
  )
  for (const moment of situation.moments) {
    const taken = seatedAt(situation, moment).size
    if ((counts.get(moment.id) ?? taken) < taken)
      throw new BrokenPromise(`moment ${moment.id}: ${taken} seats taken, at most ${counts.get(moment.id)} kept`)
  }
}

/** Checks that nobody has a chair where they are not enrolled, and that no room has more students than seats. */
export async function expectChairsKept({ kysely }: Database): Promise<void> {
  const chairs = await kysely
    .selectFrom('chair')
    .innerJoin('testmoment_room as room', (join) =>
      join.onRef('room.testmoment_id', '=', 'chair.testmoment_id').onRef('room.room_id', '=', 'chair.room_id'),
    )
    .leftJoin('enrollment', (join) =>
      join
        .onRef('enrollment.user_id', '=', 'chair.user_id')
        .onRef('enrollment.testmoment_id', '=', 'chair.testmoment_id'),
    )
    .select(['chair.user_id', 'chair.testmoment_id', 'chair.room_id', 'chair.seat_number', 'room.seats'])
    .select(({ fn }) => fn.count<number>('enrollment.id').as('enrollments'))
    .groupBy(['chair.user_id', 'chair.testmoment_id', 'chair.room_id', 'chair.seat_number', 'room.seats'])
    .execute()
  const students = new Set<string>()
  for (const { user_id, testmoment_id, enrollments } of chairs) {
    const place = `student ${user_id}, moment ${testmoment_id}`
    if (enrollments === 0) throw new BrokenPromise(`${place}: a chair without an enrollment`)
    if (students.has(place)) throw new BrokenPromise(`${place}: two chairs`)
    students.add(place)
  }
  for (const [room, taken] of Map.groupBy(chairs, (chair) => `moment ${chair.testmoment_id}, room ${chair.room_id}`))
    if (taken.length > (taken[0]?.seats ?? 0)) throw new BrokenPromise(`${room}: overfull with ${taken.length}`)
}
