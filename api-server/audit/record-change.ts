import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { AuditAction, AuditResource } from '#domain/audit/audit.schema.ts'

export interface Change {
  /** null when no person did it, but a schedule */
  actorId: number | null
  action: AuditAction
  resource: AuditResource
  resourceId: number
  /** the names of the fields that changed, never their values */
  fields?: readonly string[]
}

/** Notes what an administrator did, in the transaction that does it. `now` in ms since the epoch. */
export async function recordChange(
  trx: Transaction<Tables>,
  { actorId, action, resource, resourceId, fields = [] }: Change,
  now: number,
): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: new Date(now).toISOString(),
      // Who was deleted while this was under way did it all the same, and is no longer told by name.
      actor_id: (some) => some.selectFrom('user').select('id').where('id', '=', actorId).forKeyShare(),
      by_schedule: actorId === null,
      action,
      resource,
      resource_id: resourceId,
      fields: JSON.stringify(fields),
    })
    .execute()
}
