import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Invitations that are still to be sent, and those that were given up since an instant (ISO). */
export async function countImportLetters(
  kysely: Kysely<Tables>,
  since: string,
): Promise<{ waiting: number; given_up: number }> {
  const letters = kysely
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'invitation-letter')
  const waiting = await letters.where('done_at', 'is', null).executeTakeFirstOrThrow()
  const givenUp = await letters
    .where('done_at', '>=', since)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow()
  return { waiting: waiting.count, given_up: givenUp.count }
}
