import { z } from 'zod'
import { type AuditLine, type AuditQuestion, listAudit, listAuditSubjects } from '#api-server/audit/audit.queries.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import type { Database } from '#database/engine/open-database.ts'
import {
  type AuditEntry,
  auditActionSchema,
  auditChangesSchema,
  auditResourceSchema,
} from '#domain/audit/audit.schema.ts'
import { DELETED_RECORD, DELETED_USER, SCHEDULE } from '#domain/audit/audit.texts.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { personLabel } from '#domain/users/names.ts'

const SIZE = 50

const placeSchema = z.tuple([idSchema])
/** What `recordChange` writes and columns of text cannot tell. */
const keptSchema = z.object({ action: auditActionSchema, resource: auditResourceSchema })
const fieldsSchema = z.array(z.string())

/** One page of what was done, the latest first. Throws `request-malformed` on a cursor that is not ours. */
export async function pageAudit(
  { database: { kysely }, clock }: { database: Database; clock: () => number },
  { cursor, ...about }: Pick<AuditQuestion, 'resource' | 'resourceId'> & { cursor: string | undefined },
): Promise<{ entries: AuditEntry[]; next: string | undefined }> {
  const [before] = readCursor(cursor, placeSchema) ?? []
  const { shown, last } = pageOf(await listAudit(kysely, { ...about, before, limit: SIZE + 1 }), SIZE)
  const lines = shown.map((line) => ({ ...line, ...keptSchema.parse(line) }))
  // Lines from before names were kept, and people.
  const nameless = lines.filter(({ subject }) => subject === null)
  const subjects = await subjectsOf({ kysely, now: clock() }, nameless)
  const entries = lines.map((line) => ({
    id: line.id,
    at: line.at,
    actor_id: line.actor_id,
    actor: actorOf(line),
    action: line.action,
    resource: line.resource,
    resource_id: line.resource_id,
    subject: line.subject ?? subjects.get(line.resource)?.get(line.resource_id) ?? DELETED_RECORD,
    about: line.about,
    fields: fieldsSchema.parse(JSON.parse(line.fields)),
    changes: auditChangesSchema.parse(JSON.parse(line.changes ?? '{}')),
    import_id: line.import_id,
  }))
  return { entries, next: last && writeCursor([last.id]) }
}

async function subjectsOf(
  { kysely, now }: Pick<Database, 'kysely'> & { now: number },
  lines: Pick<AuditEntry, 'resource' | 'resource_id'>[],
) {
  const kinds = [...Map.groupBy(lines, ({ resource }) => resource)].map(async ([resource, some]) => {
    const ids = new Set(some.map(({ resource_id }) => resource_id))
    return [resource, new Map(await listAuditSubjects[resource](kysely, [...ids], now))] as const
  })
  return new Map(await Promise.all(kinds))
}

function actorOf({ by_schedule, username, first_name, last_name }: AuditLine): string {
  if (by_schedule) return SCHEDULE
  if (username === null || first_name === null || last_name === null) return DELETED_USER
  return personLabel({ username, first_name, last_name })
}
