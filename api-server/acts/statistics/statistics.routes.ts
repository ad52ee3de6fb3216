import { sendFile } from '#api-server/acts/exports/send-file.ts'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { linkById, XLSX } from '#contract/endpoint.ts'
import * as statisticsCalls from '#contract/statistics.calls.ts'
import { exportResultStatistics } from '#contract/statistics.gen.ts'
import { type Api, serve } from '#server/operation.ts'
import { findFirstSteps } from './statistics.queries.ts'
import { countAccounts, countEnrollmentsByWeek, listTestmomentStatistics, summarizeResults } from './statistics.ts'

const toExport = linkById(exportResultStatistics)

export function statisticsRoutes(app: Api, { database, writeFile, clock }: ApiContext): void {
  serve(app, statisticsCalls, {
    getFirstSteps: () => findFirstSteps(database.kysely),

    getAccountStatistics: async () => countAccounts(database, clock()),

    listTestmomentStatistics: async ({ params, query }) => {
      const question = { schoolyearId: params.id, after: query.after, now: clock() }
      return { entities: await listTestmomentStatistics(database, question), _links: {} }
    },

    listEnrollmentStatistics: async ({ params }) => ({
      entities: await countEnrollmentsByWeek(database, params.id, clock()),
      _links: {},
    }),

    getResultStatistics: async ({ params }) => {
      const { statistics } = await summarizeResults(database, params.id)
      return { ...statistics, _links: { export: toExport(params.id) } }
    },

    exportResultStatistics: {
      exposeHeadRoute: false,
      handler: ({ caller, params: { id } }, reply) =>
        sendFile(reply, writeFile, async () => {
          const year = await summarizeResults(database, id)
          const taken = { actorId: caller.id, action: 'exported', resource: 'schoolyear', resourceId: id } as const
          await database.transaction((trx) => recordChange(trx, taken, clock()))
          const name = `uitslagen-en-opkomst-${year.schoolyear}.xlsx`
          return { name, mediaType: XLSX, order: { kind: 'result-statistics', year } }
        }),
    },
  })
}
