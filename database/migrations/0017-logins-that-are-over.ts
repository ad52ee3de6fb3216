import type { Kysely } from 'kysely'

/** Logins that are over are looked for every hour, and most have refreshed some hundred times. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await kysely.schema.createIndex('sessions_by_expiry').on('session').column('expires_at').execute()
}
