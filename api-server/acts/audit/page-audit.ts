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
import { type Act, findActs } from './find-acts.ts'

const placeSchema = z.tuple([idSchema])
/**
 * Types that `recordChange` writes; the text columns do not have them. A later release, before one went back to this one, may have
 * written others: its lines are left out until it is there again.
 */
const knownSchema = z.object({ action: auditActionSchema, resource: auditResourceSchema })
const fieldsSchema = z.array(z.string())

interface AuditPage {
  entities: AuditEntry[]
  asked: AuditReply['asked']
  next: string | undefined
}

/** Loads one page of the log, latest first. Throws `request-malformed` on a cursor that is not ours. */
export async function pageAudit(
  { database: { kysely }, clock }: Deps,
  { cursor, ...filter }: AuditFilter & { cursor: string | undefined },
): Promise<AuditPage> {
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
