import { type Kysely, sql } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'
import { counter, no, oneOf, ownedBy, required } from '../engine/columns.ts'

/** Accounts, and the logins that each has on its devices. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { id, flag, instant } = columnsOf(kysely)
  const { schema } = kysely

  await schema
    .createTable('user')
    .addColumn(...id())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('roles', 'text', required)
    .addColumn('password_hash', 'text')
    .addColumn(...flag('information_checked'), no)
    .addColumn(...flag('activated'), no)
    .addColumn('activation_nonce', 'text')
    .addColumn(...instant('activation_expires_at'))
    .addColumn('education_department_id', 'integer', (column) =>
      column.references('education_department.id').onDelete('restrict'),
    )
    .addColumn('token_version', 'integer', counter(1))
    .addColumn('version', 'integer', counter(1))
    .addColumn(...instant('created_at'), required)
    .addCheckConstraint('one_account_per_address', sql`username = lower(username) and username <> ''`)
    .addCheckConstraint(
      'user_roles',
      oneOf('roles', ['', 'ROLE_STUDENT', 'ROLE_ADMIN', 'ROLE_STUDENT ROLE_ADMIN', 'ROLE_ADMIN ROLE_STUDENT']),
    )
    .addCheckConstraint('activation_key_expires', sql`(activation_nonce is null) = (activation_expires_at is null)`)
    .addCheckConstraint('activation_key_once', sql`not activated or activation_nonce is null`)
    .execute()
  await schema.createIndex('users_of_department').on('user').column('education_department_id').execute()

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

  await schema
    .createTable('refresh_token')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('session_id', 'integer', ownedBy('session'))
    .addColumn(...instant('created_at'), required)
    .addColumn(...instant('expires_at'), required)
    .addColumn(...instant('superseded_at'))
    .execute()
  await schema.createIndex('refresh_tokens_of_session').on('refresh_token').column('session_id').execute()
}
