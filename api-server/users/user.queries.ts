import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { mayHoldWords } from '#database/engine/people-index.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { type Role, rolesOf } from '#domain/users/roles.ts'
import { readPersonKey } from '#domain/users/student-number.rules.ts'
import { userFieldNames } from '#domain/users/user.schema.ts'

/** What is shown of a user, to themselves or an administrator. */
const userColumns = [...userFieldNames, 'activation_nonce', 'activation_expires_at', 'education_department_id'] as const

export const findUser = (kysely: Kysely<Tables>, id: number) =>
  kysely.selectFrom('user').select(userColumns).select('extra_time').where('id', '=', id).executeTakeFirst()

/** Those with these ids, by username. */
export const listUsers = (kysely: Kysely<Tables>, ids: readonly number[]) =>
  kysely.selectFrom('user').select(userColumns).where('id', 'in', ids).orderBy('username').execute()

/** Of all times, past ones too. */
export async function countUserEnrollments(kysely: Kysely<Tables>, userId: number): Promise<number> {
  const { count } = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * For each line of a pasted list who is meant by its address or student number, with their roles: it may be a colleague.
 * In few statements, however many lines.
 */
export async function findStudentsByAddressOrNumber(kysely: Kysely<Tables>, texts: readonly string[]) {
  const keys = texts.map(readPersonKey)
  const usernames = new Set(keys.map((key) => (key.kind === 'address' ? key.username : '')))
  const numbers = new Set(keys.map((key) => (key.kind === 'number' ? key.student_number : '')))
  const byUsername = await findNamed(kysely, 'username', usernames)
  const byNumber = await findNamed(kysely, 'student_number', numbers)
  return keys.map((key) => ({
    key,
    user:
      key.kind === 'address'
        ? byUsername.get(key.username)
        : key.kind === 'number'
          ? byNumber.get(key.student_number)
          : undefined,
  }))
}

async function findNamed(kysely: Kysely<Tables>, column: 'username' | 'student_number', values: ReadonlySet<string>) {
  const found = new Map<string | null, NamedUser>()
  for (const some of inChunks([...values].filter((value) => value !== ''))) {
    const rows = await kysely
      .selectFrom('user')
      .select(['id', 'username', 'first_name', 'last_name', 'student_number', 'roles'])
      .where(column, 'in', some)
      .execute()
    for (const row of rows) found.set(row[column], { ...row, roles: rolesOf(row) })
  }
  return found
}

interface NamedUser {
  id: number
  username: string
  first_name: string
  last_name: string
  student_number: string | null
  roles: Role[]
}

interface UserQuestion {
  /** folded; each has to occur somewhere in the names or the address */
  words: readonly string[]
  /** the username after which the page begins */
  after: string | undefined
  limit: number
}

/** Those who are asked for among the next `within` users by username, in that order. */
export const findMatchingNear = (kysely: Kysely<Tables>, question: UserQuestion, within: number): Promise<Found[]> =>
  kysely
    .selectFrom(coming(kysely, question).orderBy('username').limit(within).as('coming'))
    .select(['id', 'username'])
    .where(({ and, ref }) => and(question.words.map((word) => contains(ref('search_text'), word))))
    .orderBy('username')
    .limit(question.limit)
    .execute()

/** The same among all of them, gathered before they are sorted: see database/engine/people-index.rationale.md. */
export const findMatchingFar = (kysely: Kysely<Tables>, question: UserQuestion): Promise<Found[]> =>
  kysely
    .with(
      (matching) => matching('matching').materialized(),
      () =>
        coming(kysely, question)
          .where(mayHoldWords(kysely, question.words))
          .where(({ and, ref }) => and(question.words.map((word) => contains(ref('search_text'), word)))),
    )
    .selectFrom('matching')
    .select(['id', 'username'])
    .orderBy('username')
    .limit(question.limit)
    .execute()

/** What a list of people can be sorted by besides, as the database keeps it. */
export type NameKey = 'username' | 'first_name_key' | 'last_name_key'

interface SortedUserQuestion extends Pick<UserQuestion, 'words' | 'limit'> {
  by: NameKey
  direction: 'asc' | 'desc'
  after: { key: string; id: number } | undefined
}

/** Those who are asked for in another order; alike ones in the order in which they came to be here. */
export const findMatchingSorted = (
  kysely: Kysely<Tables>,
  { words, by, direction, after, limit }: SortedUserQuestion,
): Promise<{ id: number; key: string }[]> =>
  kysely
    .selectFrom('user')
    .select(['id', `${by} as key`])
    .where(mayHoldWords(kysely, words))
    .where(({ and, ref }) => and(words.map((word) => contains(ref('search_text'), word))))
    .$if(after !== undefined, (users) =>
      users.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(by, 'id'), direction === 'asc' ? '>' : '<', tuple(after?.key ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy(by, direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()

interface Found {
  id: number
  username: string
}

const coming = (kysely: Kysely<Tables>, { after }: UserQuestion) =>
  kysely
    .selectFrom('user')
    .select(['id', 'username', 'search_text'])
    .$if(after !== undefined, (users) => users.where('username', '>', after ?? ''))

/** A word's own `%`, `_` and `\` are letters like all others. */
export const contains = (text: Expression<string>, word: string) =>
  sql<SqlBool>`${text} like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
