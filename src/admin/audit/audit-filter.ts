import type { AuditActor, AuditFilter } from '#domain/audit/audit.schema.ts'
import { isAuditActionFilter, isAuditResource } from '#domain/audit/audit.texts.ts'
import { isId } from '#domain/entities/id.rules.ts'

/** Reads the filters of the log from a page's address; values that make no sense are left out. */
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

/** First and last id, as the API takes them. */
const LINES = /^[1-9]\d{0,14}-[1-9]\d{0,14}$/

/** Without what is not asked for, so that it does not stand in the address either. */
export const tidyFilter = (filter: AuditFilter): AuditFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

const isActor = (value: unknown): value is AuditActor => value === 'system' || value === 'deleted' || isId(value)

/** A day of this millennium, as the API takes it. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^2\d{3}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)
