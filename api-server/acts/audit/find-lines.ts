import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from '#database/tables.ts'
import { type AuditFilter, loginActions, quietActions } from '#domain/audit/audit.schema.ts'
import { addDays, startOfDay } from '#domain/calendar/amsterdam.ts'

interface PageRequest {
  /** lines have an id below this one; undefined means all lines */
  before: number | undefined
  limit: number
}

export interface FoundLines {
  /** latest first */
  ids: number[]
  /** id below which nothing was searched yet; undefined once all of the log was searched */
  next: number | undefined
}

/** Range of ids per query: the first, and the largest, which takes about 10 ms in a log of a million lines. */
const FIRST_WINDOW_LINES = 2_000
const LARGEST_WINDOW_LINES = 16_000

/** Most queries for one page. Then the page is returned even if it is not full, and the next page continues where it stopped. */
const MOST_WINDOWS = 100

/**
 * Finds ids of the lines that match a filter, at most `limit`; see finding-lines.rationale.md. A query searches at most
 * `LARGEST_WINDOW_LINES` lines, however rare the matches: other requests run between queries.
 */
export async function findLines(kysely: Kysely, filter: AuditFilter, page: PageRequest): Promise<FoundLines> {
  const bounds = await boundsOf(kysely, filter)
  if (!bounds) return { ids: [], next: undefined }
  const top = Math.min(bounds.top, page.before ?? Number.MAX_SAFE_INTEGER)
  if (isNarrow(filter))
    return pageOf(await idsWithin(kysely, filter, { from: bounds.bottom, top, limit: page.limit + 1 }), page.limit)

  const ids: number[] = []
  let from = top
  let size = FIRST_WINDOW_LINES
  for (let window = 0; from > bounds.bottom; window++) {
    if (window === MOST_WINDOWS) return { ids, next: from }
    // SQLite answers in the same turn of the event loop: let other requests have theirs.
    if (window > 0) await setImmediate()
    const end = from
    from = Math.max(bounds.bottom, end - size)
    size = Math.min(2 * size, LARGEST_WINDOW_LINES)
    ids.push(...(await idsWithin(kysely, filter, { from, top: end, limit: page.limit + 1 - ids.length })))
    if (ids.length > page.limit) break
  }
  return pageOf(ids, page.limit)
}

const pageOf = (ids: readonly number[], limit: number): FoundLines => ({
  ids: ids.slice(0, limit),
  next: ids.length > limit ? ids[limit - 1] : undefined,
})

/** Whether an index leads to exactly these lines: those of one record, or of one import. */
const isNarrow = ({ resource, resource_id, import_id }: AuditFilter): boolean =>
  import_id !== undefined || (resource !== undefined && resource_id !== undefined)

/** Days searched more on each side: a later line may have an earlier time, if clocks differ or are set back. */
const SLACK_DAYS = 1

/** Finds the ids between which the lines of the filter's days are (bottom included, top not); null for an empty log. */
async function boundsOf(
  kysely: Kysely,
  { from, until, lines }: AuditFilter,
): Promise<{ bottom: number; top: number } | null> {
  const [first, last] = [await outermostId(kysely, 'min'), await outermostId(kysely, 'max')]
  if (first === null || last === null) return null
  if (lines !== undefined) {
    // Clamp to the ids of the log: a larger number may exceed the range of the column.
    const [lowest = 0, highest = 0] = lines.split('-').map(Number)
    return { bottom: Math.min(Math.max(first, lowest), last + 1), top: Math.min(last, highest) + 1 }
  }
  const bottom =
    from === undefined ? undefined : await findNearestId(kysely, '<', instantOf(addDays(from, -SLACK_DAYS)))
  const top =
    until === undefined ? undefined : await findNearestId(kysely, '>=', instantOf(addDays(until, 1 + SLACK_DAYS)))
  return { bottom: bottom ?? first, top: top ?? last + 1 }
}

const instantOf = (day: string): string => new Date(startOfDay(day)).toISOString()

/** First or last id of all lines, one per statement: SQLite scans the whole table for both at once. */
const outermostId = async (kysely: Kysely, which: 'min' | 'max'): Promise<number | null> =>
  (
    await kysely
      .selectFrom('audit')
      .select(({ fn }) => fn[which]<number | null>('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id

/** Finds the id of the line nearest to this time, before or after it. */
async function findNearestId(kysely: Kysely, side: '<' | '>=', at: string): Promise<number | undefined> {
  const direction = side === '<' ? 'desc' : 'asc'
  const line = await kysely
    .selectFrom('audit')
    .select('id')
    .where('at', side, at)
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst()
  return line?.id
}

async function idsWithin(
  kysely: Kysely,
  filter: AuditFilter,
  { from, top, limit }: { from: number; top: number; limit: number },
): Promise<number[]> {
  const { actor, resource, resource_id, action, import_id } = filter
  const isPlain = actor === undefined && resource === undefined && action === undefined
  const lines = await kysely
    .selectFrom('audit')
    .select('id')
    .where('id', '>=', from)
    .where('id', '<', top)
    .$if(import_id !== undefined, (some) => some.where('import_id', '=', import_id ?? 0))
    .$if(resource !== undefined, (some) => some.where('resource', '=', resource ?? ''))
    .$if(resource_id !== undefined, (some) => some.where('resource_id', '=', resource_id ?? 0))
    // `coalesce` avoids the index of actions: few lines are excluded, and SQLite would walk through all the others.
    .$if(action === undefined, (some) => some.where(sql<string>`coalesce(action, action)`, 'not in', quietActions))
    .$if(action === 'logins', (some) => some.where('action', 'in', loginActions))
    .$if(action !== undefined && action !== 'logins', (some) => some.where('action', '=', action ?? ''))
    .$if(typeof actor === 'number', (some) => some.where('actor_id', '=', Number(actor)))
    .$if(typeof actor === 'string', (some) =>
      some.where('actor_id', 'is', null).where('by_schedule', '=', actor === 'system'),
    )
    .$if(!isNarrow(filter), (some) =>
      // With another condition SQLite would search the index of imports, in which nearly all lines are null.
      isPlain ? some.where('import_id', 'is', null) : some.where(sql<boolean>`coalesce(import_id, 0) = 0`),
    )
    // `coalesce` avoids the index of times: the ids already lead to the right days.
    .$if(filter.from !== undefined, (some) =>
      some.where(sql<boolean>`coalesce(at, at) >= ${instantOf(filter.from ?? '')}`),
    )
    .$if(filter.until !== undefined, (some) =>
      some.where(sql<boolean>`coalesce(at, at) < ${instantOf(addDays(filter.until ?? '', 1))}`),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return lines.map(({ id }) => id)
}
