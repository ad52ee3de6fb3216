import { messageAboutChange } from '#api-server/facts/message-change.ts'
import type { ChairRow } from '#api-server/rooms/give-chairs.ts'
import { notifyOfChairs } from '#api-server/rooms/notify-of-chairs.ts'
import type { Transaction } from '#database/tables.ts'
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
 * Sends administrators' messages to students with a change, in the transaction of the change; the letters go to the outbox.
 * `decisions` are in the order of the requests.
 */
export async function messageStudents(
  trx: Transaction,
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

/**
 * Sends students that an administrator enrolled or moved a message about the chair that they got, once rooms are published.
 * Students who act themselves see it at once; people who walk in are at the door, where somebody says where to sit.
 */
export async function messageAboutChairs(
  trx: Transaction,
  requests: readonly QueuedRequest[],
  chairs: readonly ChairRow[],
  now: number,
): Promise<void> {
  if (chairs.length === 0) return
  const actors = new Map<string, number>()
  for (const request of requests) {
    const { actor_id, user_id, wish } = request
    if (actor_id === undefined || ('walks_in' in request && request.walks_in)) continue
    actors.set(
      placeKey({ user_id, testmoment_id: wish === 'move' ? request.to_testmoment_id : request.testmoment_id }),
      actor_id,
    )
  }
  const chairsByTeacher = chairs.flatMap((chair) => {
    const actorId = actors.get(placeKey(chair))
    return actorId === undefined
      ? []
      : { actorId, testmomentId: chair.testmoment_id, user_id: chair.user_id, to: chair }
  })
  for (const some of Map.groupBy(
    chairsByTeacher,
    ({ actorId, testmomentId }) => `${actorId} ${testmomentId}`,
  ).values()) {
    const [first] = some
    if (!first) continue
    const changes = some.map(({ user_id, to }) => ({ user_id, from: null, to }))
    await notifyOfChairs(trx, { ...first, act: 'enrolled', changes }, now)
  }
}

const placeKey = ({ user_id, testmoment_id }: { user_id: number; testmoment_id: number }) =>
  `${user_id} ${testmoment_id}`

function changeIn(request: QueuedRequest | undefined, decision: Decision): Change | undefined {
  if (!request?.message || request.actor_id === undefined) return undefined
  if (decision.kind === 'wait' || decision.kind === 'keep' || decision.kind === 'refuse') return undefined
  return { message: request.message, senderId: request.actor_id, userId: request.user_id, decision }
}

/** The message names the old moment of a move: its screen is where the administrator moved the student. */
const whatChanged = ({ decision }: Change) => ({
  kind: decision.kind,
  testmoment: decision.kind === 'move' ? decision.former : decision.enrollment,
})
