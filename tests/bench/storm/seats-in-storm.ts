import type { Database } from '#database/engine/open-database.ts'
import type { Engine } from '#tests/harness/places.ts'
import { countOf } from '#tests/harness/school/rows.ts'
import { percentile } from '#tests/harness/statistics.ts'
import { until } from '#tests/harness/wait.ts'
import { atMost, inMs, inSeconds } from '../comparison.ts'
import type { BenchRow } from '../result-table.ts'
import type { Call, StormJournal } from './journal.ts'
import { runStorm } from './run-storm.ts'
import type { StormOutcome } from './storm.ts'
import { OPENING } from './storm-school.ts'
import type { StormSize } from './storm-size.ts'
import type { StormSubject } from './storm-subject.ts'

/** Seats as a share of the students: 2,000 of 10,000. */
const SEATS_SHARE = 0.2
/** Share of the students with a seat who leave. */
const LEAVING_SHARE = 0.15
/** time after which the first students have tapped: then there is a line */
const THINKING_MS = 3_500

const P99_GOAL_MS = 500
const SETTLED_GOAL_MS = 60_000
const NEXT_GOAL_MS = 1_000
const AT_ONCE_GOAL_MS = 10_000
const CALLS: readonly Call[] = ['refresh', 'moments', 'modules', 'enrollment', 'waiting', 'leaving']

interface SeatStorm {
  journal: StormJournal
  seats: number
  /** ms from each leaving until the seat was given to the next in line, by when the one and the other was decided */
  handedOn: number[]
  verdict: SeatVerdict
  /** students who waited when as many seats came free again, and ms until the last of those seats was given */
  waiting: number
  allGivenAfter: number
  /** once these were given too */
  verdictAfter: SeatVerdict
  unexpected: string[]
}

/** How many students it went wrong for, by what. */
interface SeatVerdict {
  above: number
  overtaken: number
  /** students who got a seat from the line without exactly one outcome, letter and push */
  untold: number
  /** neither a seat nor a place in line, or both */
  nowhere: number
  seats: number
  promoted: number
}

/** The opening of a moment with seats for a fifth of those who come; who comes too late waits, and some leave again. */
export async function stormForSeats(
  subject: StormSubject,
  size: StormSize,
  lettersTaken: () => number,
): Promise<SeatStorm> {
  const { database } = subject
  const seats = Math.round(size.students * SEATS_SHARE)
  await subject.setSeats(seats)
  await subject.open()
  const ms = size.seconds * 1_000
  const journal = await runStorm(subject, size, {
    share: LEAVING_SHARE,
    from: 0.3 * ms + THINKING_MS,
    to: ms + THINKING_MS,
  })
  await untilTaken(database, seats)
  const handedOn = await timesOfHanding(database, journal)
  const verdict = await judgeSeats(database, { journal, seats, students: size.students, lettersTaken })
  const waiting = await countUsers(database, 'waiting_entry')
  const asked = Date.now()
  await subject.setSeats(2 * seats)
  await untilTaken(database, 2 * seats)
  const allGivenAfter = Math.max(...(await promotionTimes(database))) - asked
  const verdictAfter = await judgeSeats(database, { journal, seats: 2 * seats, students: size.students, lettersTaken })
  const unexpected = subject.unexpected()
  return { journal, seats, handedOn, verdict, waiting, allGivenAfter, verdictAfter, unexpected }
}

const promotionTimes = async ({ kysely }: Database): Promise<number[]> =>
  (await kysely.selectFrom('waiting_outcome').select('created_at').where('outcome', '=', 'promoted').execute())
    .map(({ created_at }) => Date.parse(created_at))
    .toSorted((one, other) => one - other)

const countUsers = async ({ kysely }: Database, table: 'waiting_entry' | 'enrollment') =>
  (await kysely.selectFrom(table).select('user_id').where('testmoment_id', '=', OPENING).distinct().execute()).length

/** Waits until this many students have a seat; the others wait. */
const untilTaken = (database: Database, seats: number) =>
  until(async () => (await countUsers(database, 'enrollment')) >= seats)

/**
 * The first seat that came free beside the line went to the first who was promoted, and so on; those that came free before
 * there was one went to newcomers. A decision may come before its answer.
 */
async function timesOfHanding(database: Database, { freed }: StormJournal): Promise<number[]> {
  const given = await promotionTimes(database)
  const beside = freed.toSorted((one, other) => one - other).slice(freed.length - given.length)
  return beside.map((at, nth) => Math.max(0, (given[nth] ?? Number.POSITIVE_INFINITY) - at))
}

interface Judged {
  journal: StormJournal
  seats: number
  students: number
  lettersTaken: () => number
}

async function judgeSeats(
  { kysely }: Database,
  { journal, seats, students, lettersTaken }: Judged,
): Promise<SeatVerdict> {
  const enrolled = await kysely
    .selectFrom('enrollment')
    .select('user_id')
    .where('testmoment_id', '=', OPENING)
    .execute()
  const seated = new Set(enrolled.map(({ user_id }) => user_id))
  const entries = await kysely.selectFrom('waiting_entry').select(['id', 'user_id']).orderBy('id').execute()
  const waiting = new Set(entries.map(({ user_id }) => user_id).filter((user) => !seated.has(user)))
  const outcomes = await kysely.selectFrom('waiting_outcome').select('user_id').execute()
  const notified = new Map(
    [...Map.groupBy(outcomes, ({ user_id }) => user_id)].map(([user, { length }]) => [user, length]),
  )

  // A waiting student is behind everybody who was given a seat; each was answered a place in line.
  const places = new Map([...journal.students].map(([user, own]) => [user, Math.min(...own.waiting)]))
  const lastGiven = Math.max(0, ...[...notified.keys()].map((user) => places.get(user) ?? 0))
  const visitors = [...journal.students.values()]
  const nowhere = visitors.filter(({ user_id, left }) => seated.has(user_id) === waiting.has(user_id) && !left)
  const tasks = await untilPushed(kysely)
  const letters = lettersTaken() + tasks
  const pushes = await kysely.selectFrom('push_job').select('id').where('kind', '=', 'seat').execute()
  const withDevice = [...notified.keys()].filter((user) => user <= students / 2).length
  return {
    above: Math.max(0, seated.size - seats) + enrolled.length - seated.size,
    overtaken: [...waiting].filter((user) => (places.get(user) ?? Number.POSITIVE_INFINITY) < lastGiven).length,
    untold:
      [...notified.values()].filter((times) => times !== 1).length +
      Math.abs(letters - outcomes.length) +
      Math.abs(pushes.length - withDevice),
    nowhere: nowhere.length + (students - visitors.length),
    seats: seated.size,
    promoted: notified.size,
  }
}

/** Once every push is planned; gives how many letters are still to be sent. */
async function untilPushed(kysely: Database['kysely']): Promise<number> {
  const count = (kind: 'seat-push' | 'waiting-letter') =>
    countOf(kysely.selectFrom('outbox').where('kind', '=', kind).where('done_at', 'is', null))
  await until(async () => (await count('seat-push')) === 0)
  await until(async () => (await count('waiting-letter')) === 0)
  return count('waiting-letter')
}

/** Rows of a storm with seats, compared with the same storm on a school without. */
export function seatRows(
  engine: Engine,
  { students, seconds }: StormSize,
  storm: SeatStorm,
  alone: StormOutcome,
): BenchRow[] {
  const { journal, seats, handedOn, verdict, waiting, allGivenAfter, verdictAfter, unexpected } = storm
  const p99 = ({ times }: StormJournal, call: Call) => Math.round(percentile(times[call], 0.99))
  const inWords = (of: StormJournal) =>
    CALLS.filter((call) => of.times[call].length > 0)
      .map((call) => `${call} p99 ${p99(of, call)} ms`)
      .join(', ')
  const worst = Math.max(...CALLS.map((call) => (journal.times[call].length > 0 ? p99(journal, call) : 0)))
  const wrong = [verdict, verdictAfter].reduce(
    (sum, { above, overtaken, untold, nowhere }) => sum + above + overtaken + untold + nowhere,
    0,
  )
  const errors = [...[...journal.errors].map(([what, times]) => `${times} × ${what}`), ...unexpected]
  const next = handedOn.length > 0 ? percentile(handedOn, 0.99) : Number.NaN
  return [
    {
      what: `storm on ${engine} for ${seats} seats, who finds none joins the line`,
      measured: `${inWords(journal)}; ${journal.sentAway} × 503`,
      reference: `without seats: ${inWords(alone.journal)}; ${alone.journal.sentAway} × 503`,
      figure: `p99 ≤ ${worst} ms`,
      goal: `p99 < ${P99_GOAL_MS} ms`,
      reached: worst < P99_GOAL_MS,
    },
    {
      what: `storm on ${engine}: ${students} students in ${seconds} s for ${seats} seats`,
      measured: 'until the last had a seat or a place in line',
      reference: `without seats: ${(alone.journal.settledAfter / 1_000).toFixed(1)} s`,
      ...atMost(journal.settledAfter, SETTLED_GOAL_MS, inSeconds),
    },
    {
      what: `storm on ${engine}: seats and lines against the students' journals`,
      measured: [
        `${verdict.seats} of ${seats} seats taken, ${verdict.promoted} of them from the line; ${verdictAfter.seats} of ${2 * seats}, ${verdictAfter.promoted} once there were more`,
        ...errors,
      ].join('; '),
      reference: '–',
      figure: `${verdict.above + verdictAfter.above} above, ${verdict.overtaken + verdictAfter.overtaken} overtaken, ${verdict.untold + verdictAfter.untold} untold, ${verdict.nowhere + verdictAfter.nowhere} with neither or both, ${errors.length} errors`,
      goal: '0 of each',
      reached: wrong + errors.length === 0,
    },
    {
      what: `storm on ${engine}: ${handedOn.length} leave, until the next in line has their seat`,
      measured: handedOn.length > 0 ? `p50 ${Math.round(percentile(handedOn, 0.5))} ms` : '–',
      reference: '–',
      ...atMost(next, NEXT_GOAL_MS, (ms) => `p99 ${inMs(ms)}`),
    },
    {
      what: `${seats} seats more at once, beside ${waiting} who wait, on ${engine}`,
      measured: 'until the last of these was given',
      reference: '–',
      ...atMost(allGivenAfter, AT_ONCE_GOAL_MS, inSeconds),
    },
  ]
}
