import type { AuditActor, AuditFilter } from '#domain/audit/audit.schema.ts'
import { isAuditActionFilter, isAuditResource } from '#domain/audit/audit.texts.ts'
import { isId } from '#domain/entities/id.rules.ts'

export function readAuditFilter(search: Record<string, unknown>): AuditFilter {
  const { actor, resource, resource_id, action, from, until, import_id, lines } = search
  const kind = isAuditResource(resource) ? resource : undefined
  return tidyFilter({
    actor: isActor(actor) ? actor : undefined,
    resource: kind,
    resource_id: kind && isId(resource_id) ? resource_id : undefined,
    action: isAuditActionFilter(action) ? action : undefined,
    from: isDay(from) ? from : undefined,
    until: isDay(until) ? until : undefined,
    import_id: isId(import_id) ? import_id : undefined,
    lines: typeof lines === 'string' && LINES.test(lines) ? lines : undefined,
  })
}

/** First and last id, in the format of the API. */
const LINES = /^[1-9]\d{0,14}-[1-9]\d{0,14}$/

/** Drops filters that are not set, so that they are not in the address either. */
export const tidyFilter = (filter: AuditFilter): AuditFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

const isActor = (value: unknown): value is AuditActor => value === 'system' || value === 'deleted' || isId(value)

/** A day of this millennium, in the format of the API. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^2\d{3}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)
