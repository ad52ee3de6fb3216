import type { Database } from '#database/engine/open-database.ts'
import { messagesKeptSince } from '#domain/messages/message.rules.ts'

/** Deletes what is no longer shown to anybody, a message at a time: each has thousands of rows. `now` in ms since the epoch. */
export async function forgetOldMessages({ kysely }: Pick<Database, 'kysely'>, now: number): Promise<void> {
  const since = new Date(messagesKeptSince(now)).toISOString()
  const old = await kysely.selectFrom('message').select('id').where('created_at', '<', since).orderBy('id').execute()
  for (const { id } of old) await kysely.deleteFrom('message').where('id', '=', id).execute()
}
