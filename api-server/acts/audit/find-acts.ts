import type { Kysely } from '#database/tables.ts'
import type { AuditFilter } from '#domain/audit/audit.schema.ts'
import { findLines } from './find-lines.ts'

/** An act as the log shows it: one line, or several that it made on records of one kind. */
export interface Act {
  id: number
  first_id: number
  parts: number
}

interface FoundActs {
  /** latest first */
  acts: Act[]
  /** id before which the next page begins; undefined at the end of the log */
  next: number | undefined
}

const ACTS_PER_PAGE = 50

/** Largest number of lines of one act that are shown one by one. */
const MOST_SINGLE = 3

/** Lines read at a time, once a page turns out to hold large acts. */
const LINES_PER_QUERY = 500

/** Most lines read for one page; a larger act continues as another line on the next page. */
const MOST_READ = 5_000

type Line = Awaited<ReturnType<typeof loadMarks>>[number]

/**
 * Finds a page of acts. Lines that follow each other and have the same time, actor, action and kind of record are one act: a
 * transaction writes all its lines with one time. The lines of a single record, of an import and of `lines` are not grouped.
 */
export async function findActs(kysely: Kysely, filter: AuditFilter, before: number | undefined): Promise<FoundActs> {
  const isSingle = filter.resource_id !== undefined || filter.import_id !== undefined || filter.lines !== undefined
  const groups: Line[][] = []
  let from = before
  for (let read = 0; ; ) {
    const limit = read === 0 ? ACTS_PER_PAGE + 1 : LINES_PER_QUERY
    const { ids, next } = await findLines(kysely, filter, { before: from, limit })
    for (const line of await loadMarks(kysely, ids)) {
      const last = groups.at(-1)
      if (last?.[0] && !isSingle && isSameAct(last[0], line)) last.push(line)
      else groups.push([line])
    }
    read += ids.length
    // The last act may have more lines beyond those read.
    const complete = groups.slice(0, -1)
    if (countActs(complete) >= ACTS_PER_PAGE) {
      const { acts } = pageOf(complete)
      return { acts, next: acts.at(-1)?.first_id }
    }
    // Fewer ids than the limit: `findLines` stopped after its most windows, which is enough for one page.
    if (next === undefined || ids.length < limit || read >= MOST_READ) return { next, ...pageOf(groups) }
    from = next
  }
}

const loadMarks = (kysely: Kysely, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : kysely
        .selectFrom('audit')
        .select(['id', 'at', 'actor_id', 'by_schedule', 'action', 'resource'])
        .where('id', 'in', ids)
        .orderBy('id', 'desc')
        .execute()

const isSameAct = (one: Line, other: Line): boolean =>
  one.at === other.at &&
  one.actor_id === other.actor_id &&
  one.by_schedule === other.by_schedule &&
  one.action === other.action &&
  one.resource === other.resource

const linesOf = (group: readonly Line[]): number => (group.length > MOST_SINGLE ? 1 : group.length)
const countActs = (groups: readonly (readonly Line[])[]): number =>
  groups.reduce((count, group) => count + linesOf(group), 0)

/** The first `ACTS_PER_PAGE` acts of these groups; `next` only if there are more. */
function pageOf(groups: readonly (readonly Line[])[]): Pick<FoundActs, 'acts'> & Partial<FoundActs> {
  const acts = groups.flatMap((group): Act[] => {
    const [latest, first] = [group[0], group.at(-1)]
    if (latest && first && group.length > MOST_SINGLE)
      return [{ id: latest.id, first_id: first.id, parts: group.length }]
    return group.map(({ id }) => ({ id, first_id: id, parts: 1 }))
  })
  if (acts.length <= ACTS_PER_PAGE) return { acts }
  const shown = acts.slice(0, ACTS_PER_PAGE)
  return { acts: shown, next: shown.at(-1)?.first_id }
}
