import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from '#database/tables.ts'
import { type AuditFilter, loginActions, quietActions } from '#domain/audit/audit.schema.ts'
import { addDays, startOfDay } from '#domain/calendar/amsterdam.ts'

interface Span {
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

/** Ids that one query searches, at first and at most: about 10 ms in a log of a million lines. */
const FIRST_WINDOW_LINES = 2_000
const LARGEST_WINDOW_LINES = 16_000

/** Most queries per page. The page is what they found, however short, and the next page continues there. */
const MOST_WINDOWS = 100

/**
 * Finds ids of the lines that match a filter, at most `limit`; see finding-lines.rationale.md. A query searches at most
 * `LARGEST_WINDOW_LINES` lines, however rare the matches: other requests run between queries.
 */
export async function findLines(kysely: Kysely, filter: AuditFilter, span: Span): Promise<FoundLines> {
  const bounds = await boundsOf(kysely, filter)
  if (!bounds) return { ids: [], next: undefined }
  const top = Math.min(bounds.top, span.before ?? Number.MAX_SAFE_INTEGER)
  if (isNarrow(filter))
    return pageOf(await idsWithin(kysely, filter, { from: bounds.bottom, top, limit: span.limit + 1 }), span.limit)

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
    ids.push(...(await idsWithin(kysely, filter, { from, top: end, limit: span.limit + 1 - ids.length })))
    if (ids.length > span.limit) break
  }
  return pageOf(ids, span.limit)
}

const pageOf = (ids: readonly number[], limit: number): FoundLines => ({
  ids: ids.slice(0, limit),
  next: ids.length > limit ? ids[limit - 1] : undefined,
})

/** Whether an index leads to exactly these lines: those of one record, or of one import. */
const isNarrow = ({ resource, resource_id, import_id }: AuditFilter): boolean =>
  import_id !== undefined || (resource !== undefined && resource_id !== undefined)

/** Days that clocks may differ or be set back, so that a later line has an earlier time. */
const SLACK_DAYS = 1

/** Finds the ids between which the lines of the filter's days are (bottom included, top not); null for an empty log. */
async function boundsOf(
  kysely: Kysely,
  { from, until, lines }: AuditFilter,
): Promise<{ bottom: number; top: number } | null> {
  const [first, last] = [await endOf(kysely, 'min'), await endOf(kysely, 'max')]
  if (first === null || last === null) return null
  if (lines !== undefined) {
    // An id in the filter that is larger than all ids of the log may exceed the range of the column.
    const [from = 0, to = 0] = lines.split('-').map(Number)
    return { bottom: Math.min(Math.max(first, from), last + 1), top: Math.min(last, to) + 1 }
  }
  const before = from && (await nextTo(kysely, '<', instantOf(addDays(from, -SLACK_DAYS))))
  const after = until && (await nextTo(kysely, '>=', instantOf(addDays(until, 1 + SLACK_DAYS))))
  return { bottom: before || first, top: after || last + 1 }
}

const instantOf = (day: string): string => new Date(startOfDay(day)).toISOString()

/** First or last id of all lines. A statement each: SQLite walks through all lines if one asks for both. */
const endOf = async (kysely: Kysely, which: 'min' | 'max'): Promise<number | null> =>
  (
    await kysely
      .selectFrom('audit')
      .select(({ fn }) => fn[which]<number | null>('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id

/** Finds the id of the line nearest to this time, before or after it. */
async function nextTo(kysely: Kysely, side: '<' | '>=', at: string): Promise<number | undefined> {
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
