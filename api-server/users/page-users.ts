import { z } from 'zod'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import {
  findMatchingFar,
  findMatchingNear,
  findMatchingSorted,
  listUsers,
  type NameKey,
} from '#api-server/users/user.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { searchWords } from '#domain/users/search.rules.ts'

/** No address holds a control character, and PostgreSQL takes one of them for a fault. */
const textSchema = z.string().regex(/^\P{Cc}*$/u)
const placeSchema = z.tuple([textSchema])
const sortedPlaceSchema = z.tuple([textSchema, idSchema])

/** Looked at first: enough to fill a page with a word that one in a hundred has, and done in a millisecond. */
const NEAR = 2_000

type Sort = 'username' | 'first_name' | 'last_name'

const keys: Record<Sort, NameKey> = {
  username: 'username',
  first_name: 'first_name_key',
  last_name: 'last_name_key',
}

export interface UsersPage {
  size: number
  search?: string | undefined
  cursor: string | undefined
  sort?: Sort | `-${Sort}` | undefined
}

/**
 * One page of the users in whom every word of `search` occurs, by username or as sorted, and where the next begins if there is one.
 * Throws `request-malformed` on a cursor that is not ours.
 */
export async function pageUsers({ kysely }: Database, { size, search = '', cursor, sort = 'username' }: UsersPage) {
  if (sort !== 'username') return pageSortedUsers({ kysely }, { size, search, cursor, sort })
  const [after] = readCursor(cursor, placeSchema) ?? []
  const question = { words: searchWords(search), after, limit: size + 1 }
  const near = await findMatchingNear(kysely, question, Math.max(NEAR, question.limit))
  const found = near.length === question.limit ? near : await findMatchingFar(kysely, question)
  const { shown, last } = pageOf(found, size)
  const ids = shown.map(({ id }) => id)
  return { users: ids.length === 0 ? [] : await listUsers(kysely, ids), next: last && writeCursor([last.username]) }
}

async function pageSortedUsers(
  { kysely }: Pick<Database, 'kysely'>,
  { size, search, cursor, sort }: UsersPage & { search: string; sort: Sort | `-${Sort}` },
) {
  const [key, id] = readCursor(cursor, sortedPlaceSchema) ?? []
  const [name, direction] = sort.startsWith('-') ? ([sort.slice(1), 'desc'] as const) : ([sort, 'asc'] as const)
  const found = await findMatchingSorted(kysely, {
    words: searchWords(search),
    by: keys[name as Sort], // what is left of a sort without its sign
    direction,
    after: key === undefined || id === undefined ? undefined : { key, id },
    limit: size + 1,
  })
  const { shown, last } = pageOf(found, size)
  const ids = shown.map((user) => user.id)
  const users = ids.length === 0 ? [] : await listUsers(kysely, ids)
  const positions = new Map(ids.map((user, place) => [user, place]))
  return {
    users: users.toSorted((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0)),
    next: last && writeCursor([last.key, last.id]),
  }
}
