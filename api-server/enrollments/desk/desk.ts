import { type BatchWatch, inBatches } from '#api-server/platform/batching.ts'
import { lockPlaces, lockStudents } from '#api-server/platform/locks.ts'
import type { Change } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { findTaken, insertOutcomes, type KeyedWrite, KeyTaken, outsideWrite, writeUnderWay } from '#server/outcomes.ts'
import type { Problem } from '#server/problem.ts'
import { type BatchScope, type BatchState, loadState } from './batch-state.ts'
import {
  type ChangeDecision,
  type Decision,
  type DeskRequest,
  decide,
  type QueuedRequest,
  type WaitDecision,
  type WaitRequest,
} from './decide.ts'
import { messageAboutChairs, messageStudents } from './message-students.ts'
import { problemOf } from './refusal.ts'
import type { WaitingRow } from './state.ts'
import { placesFrom } from './waiting-line.ts'
import { recordDecisions, writeDecisions, writeWaiting } from './write.ts'
import { outcomesOf, settleWrites } from './write-outcomes.ts'

/** More would delay the first student; fewer, a crowd for the same seats (desk.rationale.md). */
const REQUESTS_PER_BATCH = 256

/** Requests that may queue, about half a second of work; later ones are asked to retry. */
const QUEUE_LIMIT = 2_000

export interface EnrollmentDesk {
  /**
   * Settles once the outcome is durable; rejects with the `Problem` that explains a refusal. Check the words of a message first
   * (`requireSendable`): if they were refused here, the whole batch would fail.
   */
  handle(request: DeskRequest): Promise<DeskAnswer>
  /** Same as `handle`, for a seat or else a place in line: if a seat is free, the student is enrolled. */
  wait(request: WaitRequest): Promise<DeskAnswer | WaitAnswer>
}

export interface WaitAnswer {
  waiting: WaitingRow & { module_name: string; place: number }
  /** false if they already waited there */
  created: boolean
}

export interface DeskAnswer {
  enrollment: DeskEnrollment
  moment: MomentFacts
  /** false if the enrollment already existed, or was ended */
  created: boolean
}

export interface DeskEnrollment {
  id: number
  user_id: number
  testmoment_id: number
  module_id: number
  module_name: string
  /** ISO instant */
  created_at: string
  has_record: boolean
}

interface DeskOptions {
  database: Database
  /** ms since the epoch */
  clock: () => number
  /** called with the changes of each batch, once it is committed */
  notify?: (changes: readonly Change[]) => void
  /** replaced by tests, to show that this lock enforces the limits */
  lock?: LockRows
  watch?: BatchWatch
}

/** Opens the queue through which all enrolling, unenrolling and moving passes, in batches. */
export function openEnrollmentDesk({
  database,
  clock,
  notify = () => undefined,
  lock = lockRows,
  watch,
}: DeskOptions): EnrollmentDesk {
  type Answers = BatchOutcome['answers']
  const runBatch = async (requests: readonly QueuedRequest[]): Promise<Answers> => {
    try {
      const handle = (trx: Transaction) => handleBatch(trx, requests, { lock, clock })
      const { answers, changes, kept } = await database.transaction(handle)
      settleWrites(requests, kept)
      notify(changes)
      return answers
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error
      // Requests with a taken key were done before. The others run again without them.
      const writes = requests.flatMap(({ write }) => write ?? [])
      const taken = await findTaken(database, writes)
      if (taken.size === 0) throw error
      const isTaken = ({ write }: QueuedRequest) => write !== undefined && taken.has(write)
      const others = requests.filter((request) => !isTaken(request))
      const answers = others.length > 0 ? (await runBatch(others)).values() : [].values()
      return requests.map((request) => (isTaken(request) ? error : (answers.next().value ?? error)))
    }
  }
  const queue = inBatches<QueuedRequest, DeskAnswer | WaitAnswer>({
    run: (requests) => outsideWrite(() => runBatch(requests)),
    isUnavailable: database.isUnavailable,
    size: REQUESTS_PER_BATCH,
    queueLimit: QUEUE_LIMIT,
    watch,
  })
  const wait = (request: QueuedRequest) => {
    const write = writeUnderWay()
    if (!write) return queue(request)
    write.parts.made += 1
    return queue({ ...request, write })
  }
  return {
    handle: async (request) => {
      const answer = await wait(request)
      if ('waiting' in answer) throw new Error('a place in line was given to who did not ask for one')
      return answer
    },
    wait,
  }
}

interface BatchSteps {
  lock: LockRows
  clock: () => number
}

interface BatchOutcome {
  /** in the order of the requests; a refusal is an answer too */
  answers: (DeskAnswer | WaitAnswer | Problem)[]
  /** to announce after the commit */
  changes: Change[]
  /** writes whose outcome is stored in this transaction */
  kept: KeyedWrite[]
}

/**
 * Handles a batch: lock, load, decide one by one, write, put messages in the outbox, answer. The caller announces the changes
 * after the commit.
 */
export async function handleBatch(
  trx: Transaction,
  requests: readonly QueuedRequest[],
  { lock, clock }: BatchSteps,
): Promise<BatchOutcome> {
  const scope = scopeOf(requests)
  await lock(trx, scope)
  const now = clock()
  const state = await loadState(trx, { ...scope, locked: true }, now)
  const decisions = requests.map((request) => decide(state, request, now))
  const chairs = await writeDecisions(trx, decisions, state)
  await writeWaiting(trx, decisions)
  await recordDecisions(trx, requests, { decisions, state }, now)
  await messageStudents(trx, requests, decisions, now)
  await messageAboutChairs(trx, requests, chairs, now)
  await enqueueAll(trx, 'enrollment-letter', lettersWanted(decisions, state), now)
  const answers = await answersOf(trx, { requests, decisions, state }, now)
  const done = outcomesOf(requests, decisions)
  await insertOutcomes(trx, done, now)
  return { answers, changes: changesMade(requests, decisions), kept: done.map(({ write }) => write) }
}

/** Letters to students who chose to get one about each change by any actor. */
const lettersWanted = (decisions: readonly Decision[], { students }: BatchState) =>
  decisions.flatMap((decision) => {
    if (decision.kind === 'keep' || decision.kind === 'refuse' || decision.kind === 'wait') return []
    const { user_id, testmoment_id, module_id } = decision.enrollment
    if (!students.get(user_id)?.confirmation_letters) return []
    const from = decision.kind === 'move' ? { from_testmoment_id: decision.former.testmoment_id } : {}
    return { user_id, happened: happened[decision.kind], testmoment_id, module_id, ...from }
  })

const happened = { create: 'enrolled', move: 'moved', remove: 'unenrolled' } as const

function scopeOf(requests: readonly QueuedRequest[]): BatchScope {
  const userIds = new Set<number>()
  const testmomentIds = new Set<number>()
  const moduleIds = new Set<number>()
  for (const request of requests) {
    userIds.add(request.user_id)
    testmomentIds.add(request.testmoment_id)
    if (request.wish === 'move') testmomentIds.add(request.to_testmoment_id)
    moduleIds.add(request.module_id)
  }
  const waits = requests.some(({ wish }) => wish === 'wait')
  const leaving = requests.filter(({ wish }) => wish === 'unenroll' || wish === 'move').length
  return { userIds: [...userIds], testmomentIds: [...testmomentIds], moduleIds: [...moduleIds], waits, leaving }
}

/**
 * Takes the locks that enforce the limits: batches about the same student or the same seats run one by one, and closing a
 * moment waits for them, as they wait for it.
 */
export async function lockRows(trx: Transaction, { userIds, testmomentIds }: BatchScope): Promise<void> {
  await lockStudents(trx, userIds)
  await lockPlaces(trx, testmomentIds)
}

type LockRows = typeof lockRows

interface DecidedBatch {
  requests: readonly QueuedRequest[]
  /** in the order of the requests */
  decisions: readonly Decision[]
  state: BatchState
}

async function answersOf(
  trx: Transaction,
  { requests, decisions, state }: DecidedBatch,
  now: number,
): Promise<(DeskAnswer | WaitAnswer | Problem)[]> {
  const waits = decisions.filter((decision) => decision.kind === 'wait')
  const lines = new Map<number, ReadonlyMap<number, number>>()
  for (const [momentId, given] of Map.groupBy(waits, ({ moment }) => moment.id)) {
    const students = new Set(given.map(({ entry }) => entry.user_id))
    const entries = [...state.waiting.values()].filter(
      ({ testmoment_id, user_id }) => testmoment_id === momentId && students.has(user_id),
    )
    lines.set(momentId, await placesFrom(trx, momentId, Math.min(...entries.map(({ id }) => id ?? Infinity))))
  }
  return requests.map((request, index) => {
    const decision = decisions[index]
    if (!decision) throw new Error('a request was not decided')
    if (decision.kind === 'wait') return waitAnswer(decision, state, lines)
    return decision.kind === 'refuse' ? problemOf(decision, request, state, now) : answerOf(decision, state)
  })
}

function waitAnswer(
  { entry, moment, changed }: WaitDecision,
  { modules }: BatchState,
  lines: ReadonlyMap<number, ReadonlyMap<number, number>>,
): WaitAnswer {
  const { id, user_id, module_id } = entry
  const place = lines.get(moment.id)?.get(user_id)
  if (id === undefined || place === undefined) throw new Error('a place in line was given and not written')
  return { waiting: { ...entry, id, module_name: modules.get(module_id)?.name ?? '', place }, created: changed }
}

export function answerOf(
  decision: Exclude<ChangeDecision, { kind: 'refuse' }>,
  { modules }: Pick<BatchState, 'modules'>,
): DeskAnswer {
  const { id, user_id, testmoment_id, module_id, created_at, moment } = decision.enrollment
  const module_name = modules.get(module_id)?.name ?? ''
  if (id === undefined) throw new Error('an enrollment was accepted and not written')
  return {
    enrollment: { id, user_id, testmoment_id, module_id, module_name, created_at, has_record: moment.has_record },
    moment: decision.moment,
    created: decision.kind === 'create' || decision.kind === 'move',
  }
}

/** The events of a batch; `decisions` in the order of its requests. */
const changesMade = (requests: readonly QueuedRequest[], decisions: readonly Decision[]): Change[] =>
  decisions.flatMap((decision, index) => {
    if (decision.kind === 'wait') return waitingMade(decision)
    const testmoment_ids = momentsTouched(decision)
    const request = requests[index]
    if (!request || testmoment_ids.length === 0) return []
    const { user_id, session_id } = request
    return { event: 'enrollmentsChanged' as const, user_id, session_id, testmoment_ids }
  })

const waitingMade = ({ entry, moment, changed }: WaitDecision): Change[] =>
  changed ? [{ event: 'seatsChanged', testmoment_ids: [moment.id], user_ids: [entry.user_id] }] : []

export function momentsTouched(decision: Decision): number[] {
  if (decision.kind === 'move') return [decision.former.testmoment_id, decision.enrollment.testmoment_id]
  return decision.kind === 'create' || decision.kind === 'remove' ? [decision.enrollment.testmoment_id] : []
}
