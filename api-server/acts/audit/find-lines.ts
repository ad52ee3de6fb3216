import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { type AuditFilter, loginActions, quietActions } from '#domain/audit/audit.schema.ts'
import { addDays, startOfDay } from '#domain/calendar/amsterdam.ts'

interface Span {
  /** lines with an id below this one; all of them without it */
  before: number | undefined
  limit: number
}

export interface FoundLines {
  /** the latest first */
  ids: number[]
  /** the id before which it has not been looked yet; without it all of the log was */
  next: number | undefined
}

/** How many ids are looked through at first, and at most, by one question: some 10 ms of a million lines. */
const FIRST = 2_000
const WINDOW = 16_000

/** How many questions one page may take: what was found by then is the page, however short, and the next goes on. */
const MOST_WINDOWS = 100

/**
 * The lines that a filter asks for, `limit` of them at most, by their ids; see finding-lines.rationale.md. No question
 * looks through more than `WINDOW` lines, however rare what is asked for: other requests come in between.
 */
export async function findLines(kysely: Kysely<Tables>, filter: AuditFilter, span: Span): Promise<FoundLines> {
  const bounds = await boundsOf(kysely, filter)
  if (!bounds) return { ids: [], next: undefined }
  const top = Math.min(bounds.top, span.before ?? Number.MAX_SAFE_INTEGER)
  if (isNarrow(filter))
    return pageOf(await idsWithin(kysely, filter, { from: bounds.bottom, top, limit: span.limit + 1 }), span.limit)

  const ids: number[] = []
  let from = top
  let size = FIRST
  for (let window = 0; from > bounds.bottom; window++) {
    if (window === MOST_WINDOWS) return { ids, next: from }
    // SQLite answers within the turn in which it is asked: others have theirs here.
    if (window > 0) await setImmediate()
    const end = from
    from = Math.max(bounds.bottom, end - size)
    size = Math.min(2 * size, WINDOW)
    ids.push(...(await idsWithin(kysely, filter, { from, top: end, limit: span.limit + 1 - ids.length })))
    if (ids.length > span.limit) break
  }
  return pageOf(ids, span.limit)
}

const pageOf = (ids: readonly number[], limit: number): FoundLines => ({
  ids: ids.slice(0, limit),
  next: ids.length > limit ? ids[limit - 1] : undefined,
})

/** An index leads to all of them alone: what was done to one record, or by one import. */
const isNarrow = ({ resource, resource_id, import_id }: AuditFilter): boolean =>
  import_id !== undefined || (resource !== undefined && resource_id !== undefined)

/** Days by which clocks may differ, or be set back, so that a later line has an earlier time. */
const SLACK = 1

/** Between which ids (the first included, the last not) the lines of its days are; null where there are none. */
async function boundsOf(
  kysely: Kysely<Tables>,
  { from, until, lines }: AuditFilter,
): Promise<{ bottom: number; top: number } | null> {
  const [first, last] = [await endOf(kysely, 'min'), await endOf(kysely, 'max')]
  if (first === null || last === null) return null
  if (lines !== undefined) {
    // Ids beyond those of the log may be more than a column takes.
    const [from = 0, to = 0] = lines.split('-').map(Number)
    return { bottom: Math.min(Math.max(first, from), last + 1), top: Math.min(last, to) + 1 }
  }
  const before = from && (await nextTo(kysely, '<', instantOf(addDays(from, -SLACK))))
  const after = until && (await nextTo(kysely, '>=', instantOf(addDays(until, 1 + SLACK))))
  return { bottom: before || first, top: after || last + 1 }
}

const instantOf = (day: string): string => new Date(startOfDay(day)).toISOString()

/** First or last time of all lines; a statement each, or SQLite walks through them. */
const endOf = async (kysely: Kysely<Tables>, which: 'min' | 'max'): Promise<number | null> =>
  (
    await kysely
      .selectFrom('audit')
      .select(({ fn }) => fn[which]<number | null>('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id

/** The line that is nearest to this time, before or after it. */
async function nextTo(kysely: Kysely<Tables>, side: '<' | '>=', at: string): Promise<number | undefined> {
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
  kysely: Kysely<Tables>,
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
    // Few of many lines are left out: an index of actions would have the engine go through all the others.
    .$if(action === undefined, (some) => some.where(sql<string>`coalesce(action, action)`, 'not in', quietActions))
    .$if(action === 'logins', (some) => some.where('action', 'in', loginActions))
    .$if(action !== undefined && action !== 'logins', (some) => some.where('action', '=', action ?? ''))
    .$if(typeof actor === 'number', (some) => some.where('actor_id', '=', Number(actor)))
    .$if(typeof actor === 'string', (some) =>
      some.where('actor_id', 'is', null).where('by_schedule', '=', actor === 'system'),
    )
    .$if(!isNarrow(filter), (some) =>
      // Beside another condition this one would have SQLite look through its index, which holds nearly all lines.
      isPlain ? some.where('import_id', 'is', null) : some.where(sql<boolean>`coalesce(import_id, 0) = 0`),
    )
    // Likewise not by their indices: the ids lead to the right days.
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
