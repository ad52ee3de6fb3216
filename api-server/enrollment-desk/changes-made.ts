import type { Change } from '#database/changes/change.ts'
import type { Decision } from './decision.ts'
import type { DeskRequest } from './desk-request.ts'

/** What is to be told of a batch; `decisions` in the order of its requests. */
export const changesMade = (requests: readonly DeskRequest[], decisions: readonly Decision[]): Change[] =>
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
