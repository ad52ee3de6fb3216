import type { Transaction } from 'kysely'
import { messageAboutChange } from '#api-server/facts/message-change.ts'
import type { Tables } from '#database/tables.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { enrolledByTeacherLabel } from '#domain/messages/message.texts.ts'
import type { Decision, QueuedRequest } from './decide.ts'

/** A request that changed something for its student, with the administrator's message about it. */
interface Change {
  message: WrittenMessage
  senderId: number
  userId: number
  decision: Exclude<Decision, { kind: 'wait' | 'keep' | 'refuse' }>
}

/**
 * Writes to the students with a change, in the transaction of that change; `decisions` in the order
 * of the requests. Their letters wait in the outbox then.
 */
export async function messageStudents(
  trx: Transaction<Tables>,
  requests: readonly QueuedRequest[],
  decisions: readonly Decision[],
  now: number,
): Promise<void> {
  const changes = decisions.flatMap((decision, index) => changeIn(requests[index], decision) ?? [])
  for (const [first, ...others] of Map.groupBy(changes, ({ message }) => message.key).values()) {
    if (!first) continue
    const { kind, testmoment } = whatChanged(first)
    await messageAboutChange(
      trx,
      {
        written: first.message,
        senderId: first.senderId,
        about: { testmoment_id: testmoment.testmoment_id },
        label: enrolledByTeacherLabel(kind, testmoment.moment),
        userIds: [first, ...others].map(({ userId }) => userId),
        inBatches: true,
      },
      now,
    )
  }
}

function changeIn(request: QueuedRequest | undefined, decision: Decision): Change | undefined {
  if (!request?.message || request.actor_id === undefined) return undefined
  if (decision.kind === 'wait' || decision.kind === 'keep' || decision.kind === 'refuse') return undefined
  return { message: request.message, senderId: request.actor_id, userId: request.user_id, decision }
}

/** A move is announced under the moment that is left, on whose screen it was asked for. */
const whatChanged = ({ decision }: Change) => ({
  kind: decision.kind,
  testmoment: decision.kind === 'move' ? decision.former : decision.enrollment,
})
