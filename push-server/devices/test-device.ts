import type { TestAnswer } from '#domain/push/push.texts.ts'
import { testMessage } from '#domain/push/push-message.ts'
import type { PushContext } from '#push-server/context.ts'
import { isStatus, type Outcome, type SendPush } from '#push-server/jobs/push.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { forgetGone, noteFailure, noteSuccess } from './device-outcomes.ts'

/** Sends a message to one of the caller's devices and returns the outcome. Throws `not-found`. */
export async function testDevice(
  { database: { kysely }, sendNow, publicUrl, clock }: PushContext,
  caller: Caller,
  id: number,
): Promise<TestAnswer> {
  const device = await kysely
    .selectFrom('push_subscription')
    .select(['endpoint', 'p256dh', 'auth', 'vapid_key'])
    .where('id', '=', id)
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  if (!device) throw new Problem('not-found')
  const answer = await sendNow(device, testMessage(publicUrl))
  const at = new Date(clock()).toISOString()
  if (answer === 'gone') await forgetGone(kysely, { id, endpoint: device.endpoint }, at)
  else if (answer === 'accepted') await noteSuccess(kysely, [id], at)
  else await noteFailure(kysely, [id], answer, at)
  return answer
}

/** s; short, since the user is waiting for it */
const TTL_S = 60

/** Sends one message once, and returns the push service's answer in words for the person who waits. */
export const createSendNow =
  (send: SendPush): PushContext['sendNow'] =>
  async (subscription, message) =>
    testAnswerOf(await send({ subscription, message, ttl: TTL_S, urgency: 'high' }))

function testAnswerOf(outcome: Outcome): TestAnswer {
  if (outcome.kind === 'sent') return 'accepted'
  if (outcome.kind === 'later') return isStatus(outcome.why) ? 'busy' : 'unreachable'
  return outcome.kind
}
