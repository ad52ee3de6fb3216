import { sql } from 'kysely'
import { inChunks, rowsInChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction, UserRow } from '#database/tables.ts'
import type { UndoHindrance } from '#domain/import/import.schema.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { KnownAccount } from '#domain/import/students.rules.ts'
import { isMerelyStudent } from '#domain/users/followed.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'

export async function listKnownAccounts(
  kysely: Kysely,
  usernames: readonly string[],
  { hasSource }: { hasSource: boolean },
): Promise<ReadonlyMap<string, KnownAccount>> {
  const known = new Map<string, KnownAccount>()
  for (const some of inChunks(usernames)) {
    const accounts = await kysely
      .selectFrom('user')
      .select(['id', 'username', 'roles', 'first_name', 'last_name', 'student_number', 'education_department_id'])
      .select(['class_group', 'information_checked', 'registration_ends_at'])
      .where('username', 'in', some)
      .execute()
    const following = hasSource ? await listFollowing(kysely, accounts) : new Set()
    for (const { username, registration_ends_at, information_checked, ...account } of accounts)
      known.set(username, {
        ...account,
        roles: rolesOf(account),
        ...(following.has(account.id) && { follows_source: true }),
        isOnboarded: information_checked,
        isMerelyRegistered: registration_ends_at !== null,
      })
  }
  return known
}

export async function listFollowing(kysely: Kysely, accounts: readonly { id: number; roles: string }[]) {
  const ids = accounts.filter((account) => isMerelyStudent({ roles: rolesOf(account) })).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const rows = await kysely
    .selectFrom('source_person')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('is_active', '=', true)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

export async function listNumberHolders(
  kysely: Kysely,
  numbers: readonly string[],
): Promise<ReadonlyMap<string | null, string>> {
  const rows = await rowsInChunks(numbers, (some) =>
    kysely.selectFrom('user').select(['student_number', 'username']).where('student_number', 'in', some).execute(),
  )
  return new Map(rows.map(({ student_number, username }) => [student_number, username]))
}

const writtenColumns = [
  ...(['id', 'username', 'first_name', 'last_name', 'student_number', 'education_department_id'] as const),
  ...(['class_group', 'search_text', 'first_name_key', 'last_name_key', 'onboarding_step', 'version'] as const),
]
export type WrittenStudent = Pick<UserRow, (typeof writtenColumns)[number]>

/** Account as an import compares it: the values that it writes, and those that decide whether it may write or be undone. */
export type ImportedStudent = WrittenStudent &
  Pick<UserRow, 'activated' | 'information_checked' | 'roles' | 'last_login_at'>

export async function listStudents(
  kysely: Kysely,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ImportedStudent>> {
  const students = await kysely
    .selectFrom('user')
    .select(writtenColumns)
    .select(['activated', 'information_checked', 'roles', 'last_login_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(students.map((student) => [student.id, student]))
}

/** Finds which of these accounts were used, and how. For hundreds of ids at a time. */
export async function listUsedAccounts(
  kysely: Kysely,
  ids: readonly number[],
): Promise<{ id: number; hindrance: UndoHindrance }[]> {
  const traces = [
    ['completed_module', 'edited'],
    ['waiting_entry', 'enrolled'],
    ['enrollment', 'enrolled'],
    ['external_identity', 'logged-in'],
  ] as const
  const used: { id: number; hindrance: UndoHindrance }[] = []
  for (const [table, hindrance] of traces) {
    const rows = await kysely.selectFrom(table).select('user_id').distinct().where('user_id', 'in', ids).execute()
    used.push(...rows.map(({ user_id }) => ({ id: user_id, hindrance })))
  }
  return used
}

export const listRememberedColumns = (kysely: Kysely, kind: ImportKind) =>
  kysely.selectFrom('import_column').select(['header', 'meaning']).where('kind', '=', kind).orderBy('header').execute()

/** Users per statement. On SQLite each takes a millisecond, since the search index is rewritten too. */
export const REWRITTEN = 8

/** Writes locked users in one statement; each `version` is the new one. */
export async function writeStudents(trx: Transaction, students: readonly WrittenStudent[]): Promise<void> {
  const rows = students.map(
    (student) =>
      sql`(cast(${student.id} as integer), ${student.first_name}, ${student.last_name}, cast(${student.student_number} as text),
        cast(${student.education_department_id} as integer), ${student.search_text}, ${student.first_name_key},
        ${student.last_name_key}, cast(${student.onboarding_step} as integer), cast(${student.version} as integer),
        cast(${student.class_group} as text))`,
  )
  // Both engines name the columns of VALUES like this.
  await sql`
    update "user"
    set first_name = written.column2, last_name = written.column3, student_number = written.column4,
      education_department_id = written.column5, search_text = written.column6, first_name_key = written.column7,
      last_name_key = written.column8, onboarding_step = written.column9, version = written.column10,
      class_group = written.column11
    from (values ${sql.join(rows)}) as written
    where "user".id = written.column1`.execute(trx)
}

/** Invitations that are still to be sent, and those that were given up since an instant (ISO). */
export async function countImportLetters(
  kysely: Kysely,
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
