import type { Transaction } from 'kysely'
import { type BatchWatch, inBatches } from '#api-server/platform/batching.ts'
import { lockStudents, shareTestmoments } from '#api-server/platform/locks.ts'
import type { Change } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'
import { type Decision, type DeskAnswer, type DeskRequest, decide } from './decide.ts'
import { type BatchScope, type BatchState, loadState, scopeOf } from './state.ts'
import { recordDecisions, writeDecisions } from './write.ts'

/** What keeps the limits: batches about the same student pass one by one, and a closing waits for them and they for it. */
export async function lockRows(trx: Transaction<Tables>, { userIds, testmomentIds }: BatchScope): Promise<void> {
  await lockStudents(trx, userIds)
  await shareTestmoments(trx, testmomentIds)
}

type LockRows = typeof lockRows

/** What is to be told of a batch; `decisions` in the order of its requests. */
const changesMade = (requests: readonly DeskRequest[], decisions: readonly Decision[]): Change[] =>
  decisions.flatMap((decision, index) => {
    const testmoment_ids = momentsTouched(decision)
    const request = requests[index]
    if (!request || testmoment_ids.length === 0) return []
    const { user_id, session_id } = request
    return { event: 'enrollmentsChanged' as const, user_id, session_id, testmoment_ids }
  })

function momentsTouched(decision: Decision): number[] {
  if (decision.kind === 'move') return [decision.left.testmoment_id, decision.enrollment.testmoment_id]
  return decision.kind === 'create' || decision.kind === 'remove' ? [decision.enrollment.testmoment_id] : []
}

interface BatchSteps {
  lock: LockRows
  clock: () => number
}

interface BatchOutcome {
  /** in the order of the requests; a refusal is an answer too */
  answers: (DeskAnswer | Problem)[]
  /** to be told once all is committed */
  changes: Change[]
}

/** Lock, load, decide one by one, write. */
export async function handleBatch(
  trx: Transaction<Tables>,
  requests: readonly DeskRequest[],
  { lock, clock }: BatchSteps,
): Promise<BatchOutcome> {
  const scope = scopeOf(requests)
  await lock(trx, scope)
  const state = await loadState(trx, scope)
  const now = clock()
  const decisions = requests.map((request) => decide(state, request, now))
  await writeDecisions(trx, decisions)
  await recordDecisions(trx, requests, decisions, now)
  return {
    answers: decisions.map((decision) => answerOf(decision, state)),
    changes: changesMade(requests, decisions),
  }
}

function answerOf(decision: Decision, { modules }: BatchState): DeskAnswer | Problem {
  if (decision.kind === 'refuse') return new Problem(decision.reason, decision.details && { details: decision.details })
  const { id, user_id, testmoment_id, module_id, created_at } = decision.enrollment
  const module_name = modules.get(module_id)?.name ?? ''
  if (id === undefined) throw new Error('an enrollment was accepted and not written')
  return {
    enrollment: { id, user_id, testmoment_id, module_id, module_name, created_at },
    moment: decision.moment,
    created: decision.kind === 'create' || decision.kind === 'move',
  }
}

/** More make a transaction long for the student who came first, and win little: the fsync is shared by then. */
const BATCH = 100

/** About half a second of work; who comes behind is asked to come back. */
const PLACES = 2_000

export interface EnrollmentDesk {
  /** Settles once the outcome is durable. Rejects with the `Problem` that says why not. */
  handle(request: DeskRequest): Promise<DeskAnswer>
}

interface DeskOptions {
  database: Database
  /** ms since the epoch */
  clock: () => number
  /** Hears of each batch once it is committed. */
  tell?: (changes: readonly Change[]) => void
  /** Tests show with another one that it is the lock that keeps the limits. */
  lock?: LockRows
  watch?: BatchWatch
}

/** Where all enrolling and leaving passes, batch by batch. */
export function openEnrollmentDesk({
  database,
  clock,
  tell = () => undefined,
  lock = lockRows,
  watch,
}: DeskOptions): EnrollmentDesk {
  const handle = inBatches<DeskRequest, DeskAnswer>({
    run: async (requests) => {
      const { answers, changes } = await database.transaction((trx) => handleBatch(trx, requests, { lock, clock }))
      tell(changes)
      return answers
    },
    isUnavailable: database.isUnavailable,
    size: BATCH,
    places: PLACES,
    watch,
  })
  return { handle }
}
