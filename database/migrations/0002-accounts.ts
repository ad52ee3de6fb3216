import { type Kysely, sql } from 'kysely'
import { columnsOf, counter, no, ownedBy, required } from '#database/engine/columns.ts'
import { createPeopleIndex } from '#database/engine/people-index.ts'

/** Accounts, the logins that each has on its devices, and the links by which people get in. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant, sortKey } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('user')
    .addColumn(...id())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    // By keys, since no engine sorts names as the other.
    .addColumn(...sortKey('first_name_key'), (column) => column.notNull().defaultTo(''))
    .addColumn(...sortKey('last_name_key'), (column) => column.notNull().defaultTo(''))
    .addColumn('roles', 'text', required)
    .addColumn('password_hash', 'text')
    .addColumn(...flag('information_checked'), no)
    // How far a new student got, so that a reload or another device goes on where they were.
    .addColumn('onboarding_step', 'integer', (column) =>
      column.notNull().defaultTo(1).check(sql`onboarding_step between 1 and 4`),
    )
    .addColumn(...flag('activated'), no)
    .addColumn('activation_nonce', 'text')
    .addColumn(...instant('activation_expires_at'))
    .addColumn(...instant('registration_ends_at'))
    .addColumn(...instant('guesses_notified_at'))
    .addColumn('education_department_id', 'integer', (column) =>
      column.references('education_department.id').onDelete('restrict'),
    )
    .addColumn('token_version', 'integer', counter(1))
    .addColumn('version', 'integer', counter(1))
    .addColumn(...instant('created_at'), required)
    .addCheckConstraint('one_account_per_address', sql`username = lower(username) and username <> ''`)
    .addCheckConstraint('activation_key_expires', sql`(activation_nonce is null) = (activation_expires_at is null)`)
    .addCheckConstraint('activation_key_once', sql`not activated or activation_nonce is null`)
    .execute()
  await createPeopleIndex(kysely)
  await schema.createIndex('users_by_role').on('user').columns(['roles', 'created_at']).execute()
  for (const name of ['first_name', 'last_name'] as const)
    await schema
      .createIndex(`users_by_${name}`)
      .on('user')
      .columns([`${name}_key`, 'id'])
      .execute()
  await schema.createIndex('users_of_department').on('user').column('education_department_id').execute()
  await schema.createIndex('user_of_activation_link').unique().on('user').column('activation_nonce').execute()
  await schema
    .createIndex('users_to_forget')
    .on('user')
    .column('registration_ends_at')
    .where(sql.ref('registration_ends_at'), 'is not', null)
    .execute()

  await schema
    .createTable('session')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('device', 'text', required)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('last_used_at'), required)
    .addColumn(...instant('expires_at'), required)
    .addColumn(...instant('revoked_at'))
    .execute()
  await schema.createIndex('sessions_of_user').on('session').column('user_id').execute()
  // Logins that are over are looked for every hour, and most have refreshed some hundred times.
  await schema.createIndex('sessions_by_expiry').on('session').column('expires_at').execute()

  await schema
    .createTable('refresh_token')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('session_id', 'integer', ownedBy('session'))
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('expires_at'), required)
    .addColumn(...instant('superseded_at'))
    .execute()
  await schema.createIndex('refresh_tokens_of_session').on('refresh_token').column('session_id').execute()

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
    .createTable('password_reset')
    .addColumn(...id())
    .addColumn('nonce', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'integer', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('expires_at'), required)
    .addColumn(...instant('used_at'))
    .execute()
  await schema.createIndex('password_resets_of_user').on('password_reset').column('user_id').execute()
  await schema.createIndex('password_resets_by_age').on('password_reset').column('expires_at').execute()
}
