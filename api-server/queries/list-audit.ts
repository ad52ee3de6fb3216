import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { AuditResource } from '#domain/audit/audit.schema.ts'

export interface AuditQuestion {
  resource?: AuditResource | undefined
  resourceId?: number | undefined
  /** the id before which the page begins */
  before: number | undefined
  limit: number
}

/** What was done, the latest first, with the names of who did it; null when they are gone or it was a schedule. */
export const listAudit = (kysely: Kysely<Tables>, { resource, resourceId, before, limit }: AuditQuestion) =>
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
      'audit.by_schedule',
      'user.username',
      'user.first_name',
      'user.last_name',
    ])
    .$if(resource !== undefined, (lines) => lines.where('audit.resource', '=', resource ?? ''))
    .$if(resourceId !== undefined, (lines) => lines.where('audit.resource_id', '=', resourceId ?? 0))
    .$if(before !== undefined, (lines) => lines.where('audit.id', '<', before ?? 0))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()

export type AuditLine = Awaited<ReturnType<typeof listAudit>>[number]
