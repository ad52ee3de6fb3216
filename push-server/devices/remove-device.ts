import type { PushContext } from '#push-server/push-context.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { deviceColumns } from './device-columns.ts'
import { digestOf } from './digest.ts'

/** Takes one of the caller's devices from the list, also for when that device starts again. Throws `not-found`. */
export const removeDevice = ({ database, clock }: PushContext, caller: Caller, id: number) =>
  database.transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('push_subscription')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning([...deviceColumns, 'endpoint'])
      .executeTakeFirst()
    if (!removed) throw new Problem('not-found')
    const { endpoint, ...device } = removed
    const removal = { user_id: caller.id, removed_at: new Date(clock()).toISOString() }
    await trx
      .insertInto('removed_push_device')
      .values({ ...removal, endpoint_hash: digestOf(endpoint) })
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(removal))
      .execute()
    return device
  })
