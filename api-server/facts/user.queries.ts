import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Tables } from '#database/tables.ts'
import { type Role, rolesOf } from '#domain/users/roles.ts'
import { bareNumber, figuresOf } from '#domain/users/student-number.rules.ts'
import type { Person } from '#domain/users/user.schema.ts'
import { userFieldNames } from '#domain/users/user.schema.ts'
import { isNeverUsed } from './account.queries.ts'

const userColumns = [...userFieldNames, 'activation_expires_at', 'education_department_id'] as const

/** Null for an account that was ever used: no reply may hold its link, even if a caller forgets to check. */
const shownNonce = (user: ExpressionBuilder<Tables, 'user'>) =>
  user.case().when(isNeverUsed(user)).then(user.ref('user.activation_nonce')).else(null).end().as('activation_nonce')

/** Whether the account follows somebody who studies here by the last copy of the school's own system. */
export const inSource = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'user'>) =>
  exists(
    selectFrom('source_person')
      .select('source_key')
      .whereRef('source_person.user_id', '=', 'user.id')
      .where('source_person.is_active', '=', true),
  )
    .$castTo<boolean>()
    .as('in_source')

export const findUser = (kysely: Kysely, id: number) =>
  kysely
    .selectFrom('user')
    .select(userColumns)
    .select(['extra_time', shownNonce, inSource])
    .where('id', '=', id)
    .executeTakeFirst()

/** Lists users by id, sorted by username, with department and last login for lists. */
export const listUsers = (kysely: Kysely, ids: readonly number[]) =>
  kysely
    .selectFrom('user')
    .leftJoin('education_department', 'education_department.id', 'user.education_department_id')
    .select(userColumns.map((name) => `user.${name}` as const))
    .select(['user.last_login_at', 'education_department.name as education_department_name', shownNonce])
    .where('user.id', 'in', ids)
    .orderBy('user.username')
    .execute()
/** Lists users with one of these (normalised) addresses. */
export const listByAddress = (kysely: Kysely, usernames: Iterable<string>): Promise<NamedUser[]> =>
  listNamed(kysely, usernames, sql`"user".username`)

/** Lists users with one of these (tidied, readable) numbers, ignoring leading zeros and a letter before them. */
export async function listByNumber(kysely: Kysely, numbers: Iterable<string>): Promise<NamedUser[]> {
  const all = [...numbers]
  const found = [
    ...(await listNamed(kysely, all.map(bareNumber), sql`ltrim("user".student_number, '0')`)),
    ...(await listNamed(kysely, all.map(figuresOf), sql`ltrim("user".student_number, ${LETTERS_AND_ZERO})`)),
  ]
  return [...new Map(found.map((user) => [user.id, user])).values()]
}

const LETTERS_AND_ZERO = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0'

async function listNamed(kysely: Kysely, values: Iterable<string>, column: RawBuilder<unknown>): Promise<NamedUser[]> {
  const users = kysely
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'student_number', 'roles'])
  const wanted = [...new Set(values)].filter((value) => value !== '')
  const rows = await rowsInChunks(wanted, (some) =>
    users.where(sql<SqlBool>`${column} in (${sql.join(some)})`).execute(),
  )
  return rows.map((row) => ({ ...row, roles: rolesOf(row) }))
}

export interface NamedUser extends Person {
  roles: Role[]
}
