import { type Kysely, sql } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { ownedBy, required } from '../engine/columns.ts'

/** Each registration of an address, until one of them is activated, and when owners were warned of guesses. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('registration')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('nonce', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('expires_at'), required)
    .execute()
  await schema.createIndex('registrations_of_user').on('registration').columns(['user_id', 'id']).execute()
  await schema.createIndex('registrations_by_age').on('registration').column('expires_at').execute()

  await schema
    .alterTable('user')
    .addColumn(...instant('registration_ends_at'))
    .execute()
  await schema
    .alterTable('user')
    .addColumn(...instant('guesses_told_at'))
    .execute()
  await schema
    .createIndex('users_to_forget')
    .on('user')
    .column('registration_ends_at')
    .where(sql.ref('registration_ends_at'), 'is not', null)
    .execute()

  // Nobody can tell any more who chose the password of an account that still waits: its link leads to choosing one.
  await sql`update ${sql.table('user')} set password_hash = null where activation_nonce is not null`.execute(kysely)
  await sql`delete from outbox where kind = 'activation-letter' and done_at is null`.execute(kysely)
}
