import type { TestAnswer } from '#domain/push/test-answer.texts.ts'
import { testMessage } from '#domain/push/test-message.texts.ts'
import type { PushContext } from '#push-server/push-context.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/** Sends a message to one of the caller's devices and tells what became of it. Throws `not-found`. */
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
  // Only these two say something about the subscription; the browser may have replaced it meanwhile.
  const same = { id, endpoint: device.endpoint }
  if (answer === 'gone')
    await kysely
      .deleteFrom('push_subscription')
      .where('id', '=', same.id)
      .where('endpoint', '=', same.endpoint)
      .execute()
  if (answer === 'accepted')
    await kysely
      .updateTable('push_subscription')
      .set({ last_success_at: new Date(clock()).toISOString() })
      .where('id', '=', same.id)
      .where('endpoint', '=', same.endpoint)
      .execute()
  return answer
}
