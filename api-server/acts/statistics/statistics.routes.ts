import { Readable } from 'node:stream'
import { requireRoom } from '#api-server/acts/exports/write-apart.ts'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { linkById, XLSX } from '#contract/endpoint.ts'
import {
  exportResultStatisticsSchemas,
  getAccountStatisticsSchemas,
  getFirstStepsSchemas,
  getResultStatisticsSchemas,
  listEnrollmentStatisticsSchemas,
  listTestmomentStatisticsSchemas,
} from '#contract/statistics.schema.ts'
import {
  exportResultStatistics,
  getAccountStatistics,
  getFirstSteps,
  getResultStatistics,
  listEnrollmentStatistics,
  listTestmomentStatistics,
} from '#contract/statistics.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { findFirstSteps } from './statistics.queries.ts'
import {
  countAccounts,
  countEnrollmentsByWeek,
  listTestmomentStatistics as listStatistics,
  summarizeResults,
} from './statistics.ts'

const toExport = linkById(exportResultStatistics)

export function statisticsRoutes(app: Api, { database, writeFile, clock }: ApiContext): void {
  app.route({
    ...operation(getFirstSteps, getFirstStepsSchemas, {
      reach: 'administration',
      summary: 'What a school that begins has made of what its students need; for administrators',
    }),
    handler: () => {
      return findFirstSteps(database.kysely)
    },
  })

  app.route({
    ...operation(getAccountStatistics, getAccountStatisticsSchemas, {
      reach: 'administration',
      summary: 'How many accounts there are, and how many were made since the last 1 August; for administrators',
    }),
    handler: async () => {
      return countAccounts(database, clock())
    },
  })

  app.route({
    ...operation(listTestmomentStatistics, listTestmomentStatisticsSchemas, {
      reach: 'administration',
      summary: 'How many students and tests each moment has; after= counts months from 0; for administrators',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const question = { schoolyearId: request.params.id, after: request.query.after, now: clock() }
      return { entities: await listStatistics(database, question), _links: {} }
    },
  })

  app.route({
    ...operation(listEnrollmentStatistics, listEnrollmentStatisticsSchemas, {
      reach: 'administration',
      summary: 'How many enrollments were made in each of the last weeks; for administrators',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      return { entities: await countEnrollmentsByWeek(database, request.params.id, clock()), _links: {} }
    },
  })

  app.route({
    ...operation(getResultStatistics, getResultStatisticsSchemas, {
      reach: 'administration',
      summary: 'What came of the tests of a year, by module and by moment, and who came; for administrators',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { statistics } = await summarizeResults(database, request.params.id)
      return { ...statistics, _links: { export: toExport(request.params.id) } }
    },
  })

  app.route({
    ...operation(exportResultStatistics, exportResultStatisticsSchemas, {
      reach: 'administration',
      summary: 'The same figures as an .xlsx',
      reasons: ['not-found'],
    }),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      requireRoom()
      const { id } = request.params
      const year = await summarizeResults(database, id)
      const taken = { actorId: caller.id, action: 'exported', resource: 'schoolyear', resourceId: id } as const
      await database.transaction((trx) => recordChange(trx, taken, clock()))
      return reply
        .type(XLSX)
        .header('content-disposition', attachment(`uitslagen-en-opkomst-${year.schoolyear}.xlsx`))
        .send(Readable.from(writeFile({ kind: 'result-statistics', year })))
    },
  })
}
