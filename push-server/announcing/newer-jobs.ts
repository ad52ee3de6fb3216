import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { PushKind } from '#domain/push/push.rules.ts'

/** What a push is about: one opening, or one closing, of one moment. */
export interface Occasion {
  outbox_id: number
  testmoment_id: number
  kind: PushKind
}

/** The moment was closed and opened again, and that opening has been told already. */
export async function hasNewerJobs(
  kysely: Kysely<Tables>,
  { outbox_id, testmoment_id, kind }: Occasion,
): Promise<boolean> {
  const newer = await kysely
    .selectFrom('push_job')
    .select('id')
    .where('testmoment_id', '=', testmoment_id)
    .where('kind', '=', kind)
    .where('outbox_id', '>', outbox_id)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/** What waits of an earlier opening is not told beside this one. */
export const supersedeOlderJobs = (kysely: Kysely<Tables>, { outbox_id, testmoment_id, kind }: Occasion, now: number) =>
  kysely
    .updateTable('push_job')
    .set({ done_at: new Date(now).toISOString(), outcome: 'superseded', claimed_until: null })
    .where('testmoment_id', '=', testmoment_id)
    .where('kind', '=', kind)
    .where('outbox_id', '<', outbox_id)
    .where('done_at', 'is', null)
    .execute()
