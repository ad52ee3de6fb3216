import { Readable } from 'node:stream'
import { requireRoom } from '#api-server/acts/exports/write-apart.ts'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { linkTo, nextLink } from '#api-server/platform/paging.ts'
import * as auditCalls from '#contract/audit.calls.ts'
import { exportAudit, listAudit } from '#contract/audit.gen.ts'
import { XLSX } from '#contract/endpoint.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { type Api, serve } from '#server/operation.ts'
import { exportedLines } from './export-audit.ts'
import { pageAudit } from './page-audit.ts'

export function auditRoutes(app: Api, context: ApiContext): void {
  serve(app, auditCalls, {
    listAudit: async ({ query: { cursor, ...filter } }) => {
      const { entities, asked, next } = await pageAudit(context, { ...filter, cursor })
      const _links = { ...nextLink(listAudit, next, { query: filter }), export: linkTo(exportAudit, { query: filter }) }
      return { entities, asked, _links }
    },

    exportAudit: {
      exposeHeadRoute: false,
      handler: async ({ caller, query }, reply) => {
        const { database, writeFile, clock } = context
        requireRoom()
        const now = clock()
        const { about, rows } = await exportedLines(database, { filter: query, actorId: caller.id }, now)
        return reply
          .type(XLSX)
          .header('content-disposition', attachment(`logboek-${dayOf(now)}.xlsx`))
          .send(Readable.from(writeFile({ kind: 'audit', about }, rows)))
      },
    },
  })
}
