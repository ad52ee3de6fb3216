import type { Kysely } from 'kysely'
import { counter } from '#database/engine/columns.ts'

/** The factors that a session was proved by, and wrong codes apart from other wrong answers. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // JSON list of factors; null: not known, so a stricter setting asks for a proof.
  await schema.alterTable('session').addColumn('factors', 'text').execute()
  await schema.alterTable('login_ticket').addColumn('wrong_codes', 'integer', counter(0)).execute()
}
