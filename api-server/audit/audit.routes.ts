import { pageAudit } from '#api-server/audit/page-audit.ts'
import type { ApiContext } from '#api-server/context.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { listAuditSchemas } from '#contract/audit.schema.ts'
import { listAudit } from '#contract/audit.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

export function auditRoutes(app: Api, context: ApiContext): void {
  app.route({
    ...operation(listAudit, listAuditSchemas, {
      summary: 'What administrators and schedules did, the latest first; all of it, or about one kind of record or one',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      const { resource, resource_id, cursor } = request.query
      const { entries, next } = await pageAudit(context, { resource, resourceId: resource_id, cursor })
      return { entities: entries, _links: nextLink(listAudit, next, { query: { resource, resource_id } }) }
    },
  })
}
