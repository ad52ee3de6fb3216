import type { Transaction } from 'kysely'
import type { Change } from '#database/changes/change.ts'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'
import { scopeOf } from './batch-scope.ts'
import type { BatchState } from './batch-state.ts'
import { changesMade } from './changes-made.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { DeskAnswer, DeskRequest } from './desk-request.ts'
import { loadState } from './load-state.ts'
import type { LockRows } from './lock-rows.ts'
import { recordDecisions } from './record-decisions.ts'
import { writeDecisions } from './write-decisions.ts'

export interface BatchSteps {
  lock: LockRows
  clock: () => number
}

export interface BatchOutcome {
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
