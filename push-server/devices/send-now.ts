import type { TestAnswer } from '#domain/push/push.texts.ts'
import type { PushContext } from '#push-server/push-context.ts'
import type { SendPush } from '#push-server/sender/messenger.ts'
import { isStatus, type Outcome } from '#push-server/sender/outcome.ts'

/** Whoever asked for it waits for it now. */
const TTL_S = 60

/** Sends one message, once, and says what the push service answered, in words for a person who waits for that. */
export const createSendNow =
  (send: SendPush): PushContext['sendNow'] =>
  async (subscription, message) =>
    answerTo(await send({ subscription, message, ttl: TTL_S, urgency: 'high' }))

function answerTo(outcome: Outcome): TestAnswer {
  if (outcome.kind === 'sent') return 'accepted'
  if (outcome.kind === 'later') return isStatus(outcome.why) ? 'busy' : 'unreachable'
  return outcome.kind
}
