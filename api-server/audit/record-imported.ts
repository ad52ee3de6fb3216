import type { Transaction } from 'kysely'
import { announce } from '#database/changes/announce.ts'
import type { Tables } from '#database/tables.ts'

interface Imported {
  actorId: number
  resource: 'user' | 'testmoment'
  resourceIds: readonly number[]
}

/**
 * Notes each record that an import made, as `recordChange` does of one, and has open screens told once: thousands of
 * messages would say no more. `now` in ms since the epoch.
 */
export async function recordImported(
  trx: Transaction<Tables>,
  { actorId, resource, resourceIds }: Imported,
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString()
  await trx
    .insertInto('audit')
    .values(
      resourceIds.map((resource_id) => ({
        at,
        actor_id: actorId,
        by_schedule: false,
        action: 'imported',
        resource,
        resource_id,
        fields: '[]',
      })),
    )
    .execute()
  await announce(trx, [{ event: resource === 'user' ? 'userCreated' : 'testmomentCreated' }])
}
