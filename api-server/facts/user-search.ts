import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { mayHoldWords } from '#database/engine/people-index.ts'
import type { Kysely, Tables } from '#database/tables.ts'
import { startOfDay } from '#domain/calendar/amsterdam.ts'
import { columnsShowing } from '#domain/users/roles.ts'
import { searchWords } from '#domain/users/search.rules.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'

export interface Wanted {
  /** folded; each must occur in the names or the address */
  words: readonly string[]
  conditions: readonly Expression<SqlBool>[]
}

/** Builds the conditions of a filter. `now` in ms since the epoch decides which letters are still valid. */
export const wantedBy = ({ search = '', ...filter }: UserFilter, now: number): Wanted => ({
  words: searchWords(search),
  conditions: conditionsOf(filter, now),
})

const is = expressionBuilder<Tables, 'user'>()

function conditionsOf(filter: Omit<UserFilter, 'search'>, now: number): Expression<SqlBool>[] {
  const { type, department, class_group, activated, letter, enrolled, login_before } = filter
  const conditions: Expression<SqlBool>[] = []
  if (type === 'none') conditions.push(is('user.roles', 'not in', columnsShowing()))
  else if (type !== undefined) conditions.push(is('user.roles', 'in', columnsShowing(type)))
  if (department === 'none') conditions.push(is('user.education_department_id', 'is', null))
  else if (department !== undefined) conditions.push(is('user.education_department_id', '=', department))
  if (class_group !== undefined) conditions.push(is('user.class_group', '=', class_group))
  // Conditions on the row first, so that letters are looked up only for the remaining users.
  if (letter !== undefined) conditions.push(is('user.activated', '=', false))
  else if (activated !== undefined) conditions.push(is('user.activated', '=', activated === 'yes'))
  if (login_before !== undefined) {
    const before = new Date(startOfDay(login_before)).toISOString()
    conditions.push(is.or([is('user.last_login_at', 'is', null), is('user.last_login_at', '<', before)]))
  }
  if (letter === 'none') conditions.push(is(invitedUntil(), 'is', null))
  if (letter === 'expired') conditions.push(is(invitedUntil(), '<=', new Date(now).toISOString()))
  if (enrolled !== undefined) {
    const own = is.selectFrom('enrollment').select('enrollment.id').whereRef('enrollment.user_id', '=', 'user.id')
    const counted =
      enrolled === 'never'
        ? own
        : own
            .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
            .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
            .where('schoolyear.active', '=', true)
    conditions.push(is.not(is.exists(counted)))
  }
  return conditions
}

/** Expiry of the latest letter that can activate the account; null if none was sent. */
const invitedUntil = () =>
  is.fn.coalesce(
    is
      .selectFrom('password_reset')
      .select(({ fn }) => fn.max('password_reset.expires_at').as('until'))
      .whereRef('password_reset.user_id', '=', 'user.id')
      .where('password_reset.used_at', 'is', null),
    'user.activation_expires_at',
  )

/** Expiry of activation by account id; accounts that never got a letter are missing. */
export async function listInvitedUntil(
  kysely: Kysely,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('user')
    .select(['user.id', invitedUntil().as('until')])
    .where('user.id', 'in', userIds)
    .execute()
  return new Map(rows.flatMap(({ id, until }) => (until === null ? [] : [[id, until] as const])))
}

interface UserQuestion extends Wanted {
  /** username after which the page begins */
  after: string | undefined
  limit: number
}

interface Found {
  id: number
  username: string
}

/** Finds matches among the next `within` users by username, in that order. */
export const findMatchingNear = (
  kysely: Kysely,
  { words, conditions, after, limit }: UserQuestion,
  within: number,
): Promise<Found[]> =>
  kysely
    // Aliased as the table, so that conditions fit both; without conditions an index holds all columns read.
    .selectFrom(
      coming(kysely, after)
        .$if(conditions.length > 0, (users) => users.select(FILTERED))
        .orderBy('username')
        .limit(within)
        .as('user'),
    )
    .select(['id', 'username'])
    .where(holdsAll({ words, conditions }))
    .orderBy('username')
    .limit(limit)
    .execute()

const FILTERED = [
  ...(['roles', 'education_department_id', 'class_group', 'activated'] as const),
  ...(['activation_expires_at', 'last_login_at'] as const),
]

/** Finds matches among all users, gathered before sorting: see database/engine/people-index.rationale.md. */
export const findMatchingFar = (kysely: Kysely, { words, conditions, after, limit }: UserQuestion): Promise<Found[]> =>
  kysely
    .with(
      (matching) => matching('matching').materialized(),
      () => coming(kysely, after).where(mayHoldWords(kysely, words)).where(holdsAll({ words, conditions })),
    )
    .selectFrom('matching')
    .select(['id', 'username'])
    .orderBy('username')
    .limit(limit)
    .execute()

export type NameKey = 'username' | 'first_name_key' | 'last_name_key'

interface SortedUserQuestion extends Wanted {
  by: NameKey
  direction: 'asc' | 'desc'
  after: { key: string; id: number } | undefined
  limit: number
}

export const findMatchingSorted = (
  kysely: Kysely,
  { by, direction, after, limit, ...wanted }: SortedUserQuestion,
): Promise<{ id: number; key: string }[]> =>
  kysely
    .selectFrom('user')
    .select(['id', `${by} as key`])
    .where(mayHoldWords(kysely, wanted.words))
    .where(holdsAll(wanted))
    .$if(after !== undefined, (users) =>
      users.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(by, 'id'), direction === 'asc' ? '>' : '<', tuple(after?.key ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy(by, direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()

export async function countMatching(kysely: Kysely, wanted: Wanted): Promise<number> {
  const { count } = await kysely
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(mayHoldWords(kysely, wanted.words))
    .where(holdsAll(wanted))
    .executeTakeFirstOrThrow()
  return count
}

export async function listMatchingIds(kysely: Kysely, wanted: Wanted, limit: number): Promise<number[]> {
  const rows = await kysely
    .selectFrom('user')
    .select('id')
    .where(mayHoldWords(kysely, wanted.words))
    .where(holdsAll(wanted))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const coming = (kysely: Kysely, after: string | undefined) =>
  kysely
    .selectFrom('user')
    .select(['id', 'username', 'search_text'])
    .$if(after !== undefined, (users) => users.where('username', '>', after ?? ''))

const holdsAll = ({ words, conditions }: Wanted): Expression<SqlBool> =>
  is.and([...words.map((word) => contains(is.ref('user.search_text'), word)), ...conditions])

/** Condition that a text contains a word; `%`, `_` and `\` in the word are literal. */
export const contains = (text: Expression<string>, word: string) =>
  sql<SqlBool>`${text} like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
