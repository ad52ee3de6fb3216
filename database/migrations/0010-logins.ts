import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { columnsOf, counter, no, ownedBy, required } from '#database/engine/columns.ts'

/** The login of the school, passkeys, and second factors. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('external_identity')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn(...instant('linked_at'), required)
    .addColumn(...instant('last_used_at'))
    .addUniqueConstraint('one_account_per_identity', ['issuer', 'subject'])
    .addUniqueConstraint('one_identity_per_issuer', ['user_id', 'issuer'])
    .execute()

  await schema
    .createTable('barred_identity')
    .addColumn(...id())
    .addColumn('identity_hash', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'integer', required)
    .addColumn(...instant('barred_at'), required)
    .addColumn(...instant('last_tried_at'))
    .execute()

  await schema
    .createTable('login_notice')
    .addColumn(...id())
    .addColumn('kind', 'text', required)
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('other_user_id', 'integer', (column) => column.references('user.id').onDelete('set null'))
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('settled_at'))
    .addUniqueConstraint('one_notice_of_a_kind', ['user_id', 'kind'])
    .execute()
  await schema.createIndex('login_notices_of_other').on('login_notice').column('other_user_id').execute()

  // How and when it was proved whose it is: a refresh leaves both as they are.
  await schema
    .alterTable('session')
    .addColumn('method', 'text', (column) => column.notNull().defaultTo('password'))
    .execute()
  await schema
    .alterTable('session')
    .addColumn(...instant('authenticated_at'))
    .execute()
  await schema
    .alterTable('session')
    .addColumn('identity_id', 'integer', (column) => column.references('external_identity.id').onDelete('set null'))
    .execute()
  await schema.alterTable('session').addColumn('provider_session', 'text').execute()
  await schema.createIndex('sessions_of_identity').on('session').column('identity_id').execute()

  // Until then an administrator may link the login of the school by its address alone.
  await schema
    .alterTable('user')
    .addColumn(...instant('identity_link_until'))
    .execute()

  await schema
    .createTable('login_ticket')
    .addColumn(...id())
    .addColumn('kind', 'text', required)
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('browser_hash', 'text')
    .addColumn('user_id', 'integer', owner('user'))
    .addColumn('session_id', 'integer', owner('session'))
    .addColumn('data', 'text', required)
    .addColumn('attempts', 'integer', counter(0))
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('expires_at'), required)
    .execute()
  await schema.createIndex('login_tickets_by_age').on('login_ticket').column('expires_at').execute()
  await schema.createIndex('login_tickets_of_user').on('login_ticket').column('user_id').execute()
  await schema.createIndex('login_tickets_of_session').on('login_ticket').column('session_id').execute()

  await schema
    .createTable('passkey')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn(...flag('backed_up'), no)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('last_used_at'))
    .execute()
  await schema.createIndex('passkeys_of_user').on('passkey').column('user_id').execute()

  await schema
    .createTable('totp')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('secret', 'text', required)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('confirmed_at'))
    .addColumn('last_step', 'integer')
    .execute()

  await schema
    .createTable('recovery_code')
    .addColumn(...id())
    .addColumn('user_id', 'integer', ownedBy('user'))
    .addColumn('code_hash', 'text', required)
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('used_at'))
    .addUniqueConstraint('recovery_code_once', ['user_id', 'code_hash'])
    .execute()
}

const owner = (table: 'user' | 'session') => (column: ColumnDefinitionBuilder) =>
  column.references(`${table}.id`).onDelete('cascade')
