import type { Transaction } from 'kysely'
import { recordChange } from '#api-server/audit/record-change.ts'
import type { Tables } from '#database/tables.ts'
import type { AuditAction } from '#domain/audit/audit.schema.ts'
import type { Decision } from './decision.ts'
import type { DeskRequest } from './desk-request.ts'

/**
 * Notes what administrators changed for students, under the student whom it is about; `decisions` in the order of the
 * requests. What students do by themselves is nobody's business and costs nothing here.
 */
export async function recordDecisions(
  trx: Transaction<Tables>,
  requests: readonly DeskRequest[],
  decisions: readonly Decision[],
  now: number,
): Promise<void> {
  for (const [index, { actor_id, user_id }] of requests.entries()) {
    const decision = decisions[index]
    if (actor_id === undefined || !decision) continue
    for (const action of actions[decision.kind])
      await recordChange(trx, { actorId: actor_id, action, resource: 'user', resourceId: user_id }, now)
  }
}

const actions: Record<Decision['kind'], readonly AuditAction[]> = {
  create: ['enrolled'],
  remove: ['unenrolled'],
  move: ['unenrolled', 'enrolled'],
  keep: [],
  refuse: [],
}
