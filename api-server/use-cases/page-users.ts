import { z } from 'zod'
import { readCursor, writeCursor } from '#api-server/paging/cursor.ts'
import { pageOf } from '#api-server/paging/page.ts'
import { findMatchingFar, findMatchingNear } from '#api-server/queries/find-matching-users.ts'
import { listUsers } from '#api-server/queries/list-users.ts'
import type { Database } from '#database/engine/open-database.ts'
import { searchWords } from '#domain/user/search.rules.ts'

/** No address holds a control character, and PostgreSQL takes one of them for a fault. */
const placeSchema = z.tuple([z.string().regex(/^\P{Cc}*$/u)])

/** Looked at first: enough to fill a page with a word that one in a hundred has, and done in a millisecond. */
const NEAR = 2_000

/**
 * One page of the users in whom every word of `search` occurs, by username, and where the next begins if there is one.
 * Throws `request-malformed` on a cursor that is not ours.
 */
export async function pageUsers(
  { kysely }: Database,
  { size, search = '', cursor }: { size: number; search?: string | undefined; cursor: string | undefined },
) {
  const [after] = readCursor(cursor, placeSchema) ?? []
  const question = { words: searchWords(search), after, limit: size + 1 }
  const near = await findMatchingNear(kysely, question, Math.max(NEAR, question.limit))
  const found = near.length === question.limit ? near : await findMatchingFar(kysely, question)
  const { shown, last } = pageOf(found, size)
  const ids = shown.map(({ id }) => id)
  return { users: ids.length === 0 ? [] : await listUsers(kysely, ids), next: last && writeCursor([last.username]) }
}
