import type { BatchState } from '#api-server/enrollments/desk/batch-state.ts'
import { type ChangeDecision, type DeskRequest, decide } from '#api-server/enrollments/desk/decide.ts'
import { answerOf, type DeskAnswer, momentsTouched } from '#api-server/enrollments/desk/desk.ts'
import { problemOf } from '#api-server/enrollments/desk/refusal.ts'
import { type BatchFacts, loadFacts, type WaitingRow, waitingModuleFacts } from '#api-server/enrollments/desk/state.ts'
import { freeIn, judgeLine, listEntries, type SeatState } from '#api-server/enrollments/desk/waiting-line.ts'
import { placeOf, writeDecisions } from '#api-server/enrollments/desk/write.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { lockPlaces, lockStudents } from '#api-server/platform/locks.ts'
import { type Change, seatChanges } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { countSeats } from '#database/queries/seats-taken.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { hasSeat } from '#domain/enrollments/enrollment.rules.ts'
import { mayBePromoted, movedFrom, standstillOf } from '#domain/enrollments/waiting.rules.ts'
import { Problem } from '#server/problem.ts'
import { type EndedWait, writeOutcomes } from './outcomes.ts'

export interface WaitingDesk {
  database: Database
  clock: () => number
  /** called with the changes, once they are committed */
  notify?: (changes: readonly Change[]) => void
  /** replaced by tests, to show that this lock protects the seats */
  lock?: typeof lockPlaces
}

/** Entries handled in one transaction, as in a batch of the desk. */
const ENTRIES_PER_TRANSACTION = 100

/**
 * Gives a moment's free seats to waiting students in order, in one transaction, and returns how many got something; call it
 * again until that is 0. Students who can't take a seat now are skipped and keep their place; those with a seat there need
 * none. No mark says that this is due, so nothing is lost if it is interrupted.
 */
export async function promoteAt(
  { database, clock, notify = () => undefined, lock = lockPlaces }: WaitingDesk,
  testmomentId: number,
): Promise<number> {
  // Read outside a transaction: on SQLite that would block writers, though there is hardly ever anything to do.
  const candidates = await findCandidates(database.kysely, testmomentId, clock())
  if (candidates.length === 0) return 0
  const promotions = await database.transaction(async (trx) => {
    await lockStudents(trx, [...new Set(candidates.map(({ user_id }) => user_id))])
    const momentIdsLeft = await momentsLeft(trx, candidates, clock())
    await lock(trx, [testmomentId, ...momentIdsLeft])
    const now = clock()
    const state = await loadUnclaimed(trx, candidates, momentIdsLeft)
    const promotions = await choose(trx, { testmomentId, candidates, state }, now)
    await write(trx, { promotions, state }, now)
    return promotions
  })
  notify(changesOf(promotions))
  return promotions.length
}

/** Finds candidates by committed data: of those without a seat at most as many as there are seats. */
async function findCandidates(kysely: Kysely, testmomentId: number, now: number): Promise<WaitingRow[]> {
  const seats = await seatsAt(kysely, testmomentId)
  if (!seats) return []
  const found: WaitingRow[] = []
  const seated = new Set<number>()
  for await (const { entry, student, may } of judgeLine(kysely, { id: testmomentId }, now, {
    isFull: () => isFull(seats),
  })) {
    if (!may) continue
    if (!hasSeat(student.enrollments, testmomentId) && !seated.has(entry.user_id)) {
      if (isFull(seats)) continue
      seats.taken += 1
      seated.add(entry.user_id)
    }
    found.push(entry)
    if (found.length === ENTRIES_PER_TRANSACTION) break
  }
  return found
}

/**
 * Loads seats for waiting students: none are reserved for others, since it is their turn. Undefined if there is no such moment.
 */
async function seatsAt(kysely: Kysely, testmomentId: number): Promise<SeatState | undefined> {
  const [row] = await countSeats(kysely, [testmomentId])
  return row && { seats: row.seats, taken: row.taken ?? 0, claimants: new Set() }
}

const isFull = (seats: SeatState): boolean => freeIn(seats) === 0

/** Ids of the moments that movers would leave. Their students are locked. */
async function momentsLeft(trx: Transaction, entries: readonly WaitingRow[], now: number): Promise<number[]> {
  const movers = entries.filter(({ moves }) => moves)
  if (movers.length === 0) return []
  const facts = await loadFactsOf(trx, movers)
  return movers.flatMap((entry) => comingFrom(facts, entry, now)?.testmoment_id ?? [])
}

const loadFactsOf = (trx: Transaction, entries: readonly WaitingRow[], others: readonly number[] = []) =>
  loadFacts(trx, {
    userIds: [...new Set(entries.map(({ user_id }) => user_id))],
    testmomentIds: [...new Set([...entries.map(({ testmoment_id }) => testmoment_id), ...others])],
    moduleIds: [...new Set(entries.map(({ module_id }) => module_id))],
  })

function questionOf(facts: BatchFacts, { user_id, testmoment_id, module_id, moves }: WaitingRow, now: number) {
  const student = facts.students.get(user_id)
  const moment = facts.moments.get(testmoment_id)
  if (!student || !moment) return undefined
  const { enrollments } = student
  return { moment, module: waitingModuleFacts(module_id, facts, student), enrollments, moves, now }
}

function comingFrom(facts: BatchFacts, entry: WaitingRow, now: number) {
  const question = questionOf(facts, entry, now)
  return question && movedFrom({ ...question, by: 'student' })
}

interface Promotion {
  entry: WaitingRow
  decision: ChangeDecision
}

function requestOf(facts: BatchFacts, entry: WaitingRow, now: number): DeskRequest {
  const { user_id, testmoment_id, module_id } = entry
  const from = comingFrom(facts, entry, now)
  if (from?.id === undefined) return { wish: 'enroll', by: 'student', in_line: true, user_id, testmoment_id, module_id }
  return {
    wish: 'move',
    by: 'student',
    in_line: true,
    user_id,
    module_id,
    enrollment_id: from.id,
    testmoment_id: from.testmoment_id,
    to_testmoment_id: testmoment_id,
  }
}

/**
 * Reads the line again under the locks and decides in its order. A student who could take a seat but is not locked comes first:
 * nobody behind them gets a seat in this round.
 */
async function choose(
  trx: Transaction,
  { testmomentId, candidates, state }: { testmomentId: number; candidates: readonly WaitingRow[]; state: BatchState },
  now: number,
): Promise<Promotion[]> {
  const last = candidates.at(-1)?.id ?? 0
  const locked = new Set(candidates.map(({ user_id }) => user_id))
  const seats = state.seats.get(testmomentId)
  let isOver = false
  const promotions: Promotion[] = []
  const look = { isFull: () => seats !== undefined && isFull(seats) }
  for await (const judged of judgeLine(trx, { id: testmomentId }, now, look)) {
    const { entry } = judged
    if (entry.id > last) break
    const student = locked.has(entry.user_id) ? state.students.get(entry.user_id) : undefined
    const needsSeat = !hasSeat((student ?? judged.student).enrollments, testmomentId)
    if (!student) {
      isOver ||= judged.may && needsSeat
      continue
    }
    const question = questionOf(state, entry, now)
    if (!question || !mayBePromoted(question) || (needsSeat && isOver)) continue
    const decision = decide(state, requestOf(state, entry, now), now)
    if (decision.kind === 'create' || decision.kind === 'move') promotions.push({ entry, decision })
  }
  return promotions
}

/**
 * Loads the facts about these entries, with all free seats of their moments for waiting students; moments in `left` may gain
 * seats.
 */
async function loadUnclaimed(
  trx: Transaction,
  entries: readonly WaitingRow[],
  left: readonly number[],
): Promise<BatchState> {
  const state: BatchState = { ...(await loadFactsOf(trx, entries, left)), seats: new Map(), waiting: new Map() }
  for (const { testmoment_id } of entries) {
    if (state.seats.has(testmoment_id)) continue
    const seats = await seatsAt(trx, testmoment_id)
    if (seats && seats.seats > 0) state.seats.set(testmoment_id, seats)
  }
  return state
}

/** Writes enrollments, outcomes and pushes and deletes the waiting entries, all in the transaction that gives the seats. */
async function write(
  trx: Transaction,
  { promotions, state }: { promotions: readonly Promotion[]; state: BatchState },
  now: number,
): Promise<void> {
  if (promotions.length === 0) return
  await writeDecisions(
    trx,
    promotions.map(({ decision }) => decision),
    state,
  )
  const ids = promotions.map(({ entry }) => entry.id)
  await trx.deleteFrom('waiting_entry').where('id', 'in', ids).execute()
  const promotedOutcomes = promotions.flatMap(({ entry, decision }): EndedWait[] => {
    if (decision.kind !== 'create' && decision.kind !== 'move') return []
    const { user_id, module_id, testmoment_id } = entry
    const testmoment = { ...decision.enrollment.moment, id: testmoment_id }
    const from_testmoment_id = decision.kind === 'move' ? decision.former.testmoment_id : undefined
    return [{ user_id, module_id, outcome: 'promoted', testmoment, from_testmoment_id }]
  })
  await writeOutcomes(trx, promotedOutcomes, now)
  const seats = promotions.flatMap(({ entry: { user_id, testmoment_id }, decision }) =>
    decision.kind === 'keep' ? [] : [{ user_id, testmoment_id }],
  )
  const pushes = new Map(seats.map((seat) => [`${seat.user_id} ${seat.testmoment_id}`, seat]))
  await enqueueAll(trx, 'seat-push', [...pushes.values()], now)
}

function changesOf(promotions: readonly Promotion[]): Change[] {
  if (promotions.length === 0) return []
  const touched = promotions.map(({ entry, decision }) => ({
    user_id: entry.user_id,
    testmoment_ids: momentsTouched(decision),
  }))
  const testmomentIds = [
    ...new Set([
      ...promotions.map(({ entry }) => entry.testmoment_id),
      ...touched.flatMap(({ testmoment_ids }) => testmoment_ids),
    ]),
  ]
  const userIds = [...new Set(touched.map(({ user_id }) => user_id))]
  return [
    ...touched.flatMap(({ user_id, testmoment_ids }): Change[] =>
      testmoment_ids.length > 0 ? [{ event: 'enrollmentsChanged', user_id, testmoment_ids }] : [],
    ),
    ...seatChanges(testmomentIds, userIds),
  ]
}

interface HandPromotion {
  entryId: number
  actorId: number
  /** enrolls also if no seat is left; every other rule holds */
  aboveSeats?: boolean | undefined
}

/**
 * Gives a student in line a seat, whatever their place, also while the moment is closed and on its test days. Throws
 * `not-found`, or the reason for which an administrator could not enroll or move them directly (`moment-full` unless
 * `aboveSeats`).
 */
export async function promoteEntry(
  { database, clock, notify = () => undefined, lock = lockPlaces }: WaitingDesk,
  { entryId, actorId, aboveSeats = false }: HandPromotion,
): Promise<DeskAnswer & { above: boolean }> {
  const { promotion, answer } = await database.transaction(async (trx) => {
    const entryBeforeLock = await requireEntry(trx, entryId)
    await lockStudents(trx, [entryBeforeLock.user_id])
    const momentIdsLeft = await momentsLeft(trx, [entryBeforeLock], clock())
    await lock(trx, [entryBeforeLock.testmoment_id, ...momentIdsLeft])
    const entry = await requireEntry(trx, entryId)
    const now = clock()
    const state = await loadUnclaimed(trx, [entry], momentIdsLeft)
    const by = { by: 'administrator', actor_id: actorId, above_seats: aboveSeats } as const
    const request = { ...requestOf(state, entry, now), ...by }
    const decision = decide(state, request, now)
    if (decision.kind === 'refuse') throw problemOf(decision, request, state, now)
    const promotion = { entry, decision }
    await write(trx, { promotions: [promotion], state }, now)
    const action = isAbove(decision) ? 'promoted-above-seats' : 'promoted'
    const about = placeOf(entry, state)
    await recordChange(trx, { actorId, action, resource: 'user', resourceId: entry.user_id, about }, now)
    return { promotion, answer: answerOf(decision, state) }
  })
  notify(changesOf([promotion]))
  return { ...answer, above: isAbove(promotion.decision) }
}

const isAbove = (decision: ChangeDecision): boolean => 'above' in decision && decision.above === true

async function requireEntry(trx: Transaction, id: number): Promise<WaitingRow> {
  const [entry] = await listEntries(trx, [id])
  if (!entry) throw new Problem('not-found')
  return entry
}

/** Lists moments with a line in which students could get a seat at `now`, should one be free. */
export async function listMovingLines(kysely: Kysely, now: number): Promise<number[]> {
  const moments = await kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select(['testmoment.id', 'testmoment.date', 'testmoment.duration'])
    .select(['testmoment.enrollments_enabled', 'testmoment.enrollments_close_at'])
    .select('schoolyear.active as schoolyear_active')
    .where('testmoment.enrollments_enabled', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('waiting_entry')
          .select('waiting_entry.id')
          .whereRef('waiting_entry.testmoment_id', '=', 'testmoment.id'),
      ),
    )
    .orderBy('testmoment.id')
    .execute()
  return moments.filter((moment) => standstillOf(moment, now) === null).map(({ id }) => id)
}
