import { z } from 'zod'
import { listUsers } from '#api-server/facts/user.queries.ts'
import {
  countMatching,
  findMatchingFar,
  findMatchingNear,
  findMatchingSorted,
  type NameKey,
  type Wanted,
  wantedBy,
} from '#api-server/facts/user-search.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { compareDutch } from '#domain/users/names.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'

/** Text in a cursor. No address contains a control character; PostgreSQL would fail on one of them. */
const textSchema = z.string().regex(/^\P{Cc}*$/u)
const placeSchema = z.tuple([textSchema])
const sortedPlaceSchema = z.tuple([textSchema, idSchema])

/** Rows searched first: enough to fill a page with a word that one in a hundred has, and read in a millisecond. */
const ROWS_SEARCHED_FIRST = 2_000

type Sort = 'username' | 'first_name' | 'last_name'

const keys: Record<Sort, NameKey> = {
  username: 'username',
  first_name: 'first_name_key',
  last_name: 'last_name_key',
}

export interface UsersPage {
  size: number
  filter: UserFilter
  cursor?: string | undefined
  sort?: Sort | `-${Sort}` | undefined
  /** whether to count all matching users too */
  count?: boolean | undefined
}

/**
 * Loads one page of the users that match `filter`, by username or as sorted, and the cursor of the next, if any. Throws
 * `request-malformed` on a cursor that is not ours. `now` in ms since the epoch.
 */
export async function pageUsers({ kysely }: Pick<Database, 'kysely'>, page: UsersPage, now: number) {
  const { size, filter, cursor, sort = 'username', count = false } = page
  const wanted = wantedBy(filter, now)
  const found =
    sort === 'username'
      ? await findByUsername(kysely, wanted, { size, cursor })
      : await findSorted(kysely, wanted, { size, cursor, sort })
  const ids = found.shown.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await listUsers(kysely, ids)
  const positions = new Map(ids.map((id, place) => [id, place]))
  return {
    users: rows.toSorted((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0)),
    next: found.next,
    ...(count && { count: await countMatching(kysely, wanted) }),
  }
}

type Sorting = Pick<UsersPage, 'size' | 'cursor'>

async function findByUsername(kysely: Kysely, wanted: Wanted, { size, cursor }: Sorting) {
  const [after] = readCursor(cursor, placeSchema) ?? []
  const question = { ...wanted, after, limit: size + 1 }
  const near = await findMatchingNear(kysely, question, Math.max(ROWS_SEARCHED_FIRST, question.limit))
  const found = near.length === question.limit ? near : await findMatchingFar(kysely, question)
  const { shown, last } = pageOf(found, size)
  return { shown, next: last && writeCursor([last.username]) }
}

async function findSorted(
  kysely: Kysely,
  wanted: Wanted,
  { size, cursor, sort }: Sorting & { sort: Sort | `-${Sort}` },
) {
  const [key, id] = readCursor(cursor, sortedPlaceSchema) ?? []
  const [name, direction] = sort.startsWith('-') ? ([sort.slice(1), 'desc'] as const) : ([sort, 'asc'] as const)
  const found = await findMatchingSorted(kysely, {
    ...wanted,
    by: keys[name as Sort], // rest of a sort without its sign
    direction,
    after: key === undefined || id === undefined ? undefined : { key, id },
    limit: size + 1,
  })
  const { shown, last } = pageOf(found, size)
  return { shown, next: last && writeCursor([last.key, last.id]) }
}

/** Names of the class groups that students are in. An index has them all. */
export async function listClassGroups(kysely: Kysely): Promise<string[]> {
  const rows = await kysely
    .selectFrom('user')
    .select('class_group')
    .distinct()
    .where('class_group', 'is not', null)
    .$narrowType<{ class_group: string }>()
    .execute()
  return rows.map(({ class_group }) => class_group).toSorted(compareDutch)
}
