import { z } from 'zod'
import type { Deps } from '#api-server/context.ts'
import { listAuditSubjects } from '#api-server/facts/audit.queries.ts'
import { readCursor, writeCursor } from '#api-server/platform/paging.ts'
import type { AuditReply } from '#contract/audit.calls.ts'
import type { Kysely } from '#database/tables.ts'
import {
  type AuditEntry,
  type AuditFilter,
  auditActionSchema,
  auditChangesSchema,
  auditResourceSchema,
} from '#domain/audit/audit.schema.ts'
import { DELETED_RECORD, DELETED_USER, DELETED_USERS, SCHEDULE } from '#domain/audit/audit.texts.ts'
import type { ReadAt } from '#domain/calendar/date-labels.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { personLabel } from '#domain/users/names.ts'
import { findLines } from './find-lines.ts'

const placeSchema = z.tuple([idSchema])
/**
 * Types that `recordChange` writes; the text columns do not have them. A later release, before one went back to this one, may have
 * written others: its lines are left out until it is there again.
 */
const knownSchema = z.object({ action: auditActionSchema, resource: auditResourceSchema })
const fieldsSchema = z.array(z.string())

/** Loads one page of the log, latest first. Throws `request-malformed` on a cursor that is not ours. */
export async function pageAudit(
  { database: { kysely }, clock }: Deps,
  { cursor, ...filter }: AuditFilter & { cursor: string | undefined },
): Promise<{ entities: AuditEntry[]; asked: AuditReply['asked']; next: string | undefined }> {
  const [before] = readCursor(cursor, placeSchema) ?? []
  const { acts, next } = await findActs(kysely, filter, before)
  const described = await describeLines(
    kysely,
    acts.map(({ id }) => id),
    clock(),
  )
  const partsOf = new Map(acts.map((act): [number, Act] => [act.id, act]))
  const entities = described.map((line): AuditEntry => {
    const { parts = 1, first_id = line.id } = partsOf.get(line.id) ?? {}
    return { ...line, parts, first_id }
  })
  const asked = await namesAsked(kysely, filter, entities)
  return { entities, asked, next: next === undefined ? undefined : writeCursor([next]) }
}

export type DescribedLine = Omit<AuditEntry, 'parts' | 'first_id'>

/** Describes these lines, latest first. People have their current names. */
export async function describeLines(kysely: Kysely, ids: readonly number[], readAt: ReadAt): Promise<DescribedLine[]> {
  if (ids.length === 0) return []
  const lines = (await loadLines(kysely, ids)).flatMap((line) => {
    const { data } = knownSchema.safeParse(line)
    return data ? { ...line, ...data } : []
  })
  // Lines about people, and lines from before names were stored.
  const nameless = lines.filter(({ subject }) => subject === null)
  const subjects = await subjectsOf(kysely, nameless, readAt)
  return lines.map((line) => ({
    ...pick(line, ['id', 'at', 'actor_id', 'action', 'resource', 'resource_id', 'about', 'import_id']),
    actor: actorOf(line),
    subject: line.subject ?? subjects.get(line.resource)?.get(line.resource_id) ?? DELETED_RECORD,
    fields: fieldsSchema.parse(JSON.parse(line.fields)),
    changes: auditChangesSchema.parse(JSON.parse(line.changes ?? '{}')),
  }))
}

async function subjectsOf(
  kysely: Kysely,
  lines: readonly Pick<AuditEntry, 'resource' | 'resource_id'>[],
  readAt: ReadAt,
) {
  const kinds = [...Map.groupBy(lines, ({ resource }) => resource)].map(async ([resource, some]) => {
    const ids = new Set(some.map(({ resource_id }) => resource_id))
    return [resource, new Map(await listAuditSubjects[resource](kysely, [...ids], readAt))] as const
  })
  return new Map(await Promise.all(kinds))
}

function actorOf({ by_schedule, connection, username, first_name, last_name }: AuditLine): string {
  if (connection !== null) return connection
  if (by_schedule) return SCHEDULE
  if (username === null || first_name === null || last_name === null) return DELETED_USER
  return personLabel({ username, first_name, last_name })
}

async function namesAsked(
  kysely: Kysely,
  { actor, resource, resource_id, import_id }: AuditFilter,
  [latest]: readonly AuditEntry[],
): Promise<AuditReply['asked']> {
  const nameOf = async (kind: keyof typeof listAuditSubjects, id: number) =>
    new Map(await listAuditSubjects[kind](kysely, [id], 'any-time')).get(id)
  const isRecord = resource !== undefined && resource_id !== undefined
  return {
    actor:
      typeof actor === 'number' ? ((await nameOf('user', actor)) ?? DELETED_USER) : actor ? actorNames[actor] : null,
    subject: isRecord ? ((await nameOf(resource, resource_id)) ?? latest?.subject ?? DELETED_RECORD) : null,
    import: import_id === undefined ? null : ((await nameOf('import', import_id)) ?? DELETED_RECORD),
  }
}

const actorNames = { system: SCHEDULE, deleted: DELETED_USERS }

/** Loads these lines, latest first, with the actor's name; null if the account is deleted, or a schedule acted. */
const loadLines = (kysely: Kysely, ids: readonly number[]) =>
  kysely
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.actor_id')
    .select([
      'audit.id',
      'audit.at',
      'audit.action',
      'audit.resource',
      'audit.resource_id',
      'audit.fields',
      'audit.changes',
      'audit.subject',
      'audit.about',
      'audit.import_id',
      'audit.by_schedule',
      'audit.connection',
      'audit.actor_id',
      'user.username',
      'user.first_name',
      'user.last_name',
    ])
    .where('audit.id', 'in', ids)
    .orderBy('audit.id', 'desc')
    .execute()

type AuditLine = Awaited<ReturnType<typeof loadLines>>[number]

/** An act as the log shows it: one line, or several that it made on records of one kind. */
interface Act {
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
async function findActs(kysely: Kysely, filter: AuditFilter, before: number | undefined): Promise<FoundActs> {
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
