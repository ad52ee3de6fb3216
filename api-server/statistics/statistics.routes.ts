import type { ApiContext } from '#api-server/context.ts'
import {
  countAccounts,
  countEnrollmentsByWeek,
  listTestmomentStatistics as listStatistics,
} from '#api-server/statistics/statistics.ts'
import {
  getAccountStatisticsSchemas,
  listEnrollmentStatisticsSchemas,
  listTestmomentStatisticsSchemas,
} from '#contract/statistics.schema.ts'
import { getAccountStatistics, listEnrollmentStatistics, listTestmomentStatistics } from '#contract/statistics.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

export function statisticsRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(getAccountStatistics, getAccountStatisticsSchemas, {
      summary: 'How many accounts there are, and how many were made since the last 1 August; for administrators',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      return countAccounts(database, clock())
    },
  })

  app.route({
    ...operation(listTestmomentStatistics, listTestmomentStatisticsSchemas, {
      summary: 'How many students and tests each moment has; after= counts months from 0; for administrators',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      const question = { schoolyearId: request.params.id, after: request.query.after }
      return { entities: await listStatistics(database, question), _links: {} }
    },
  })

  app.route({
    ...operation(listEnrollmentStatistics, listEnrollmentStatisticsSchemas, {
      summary: 'How many enrollments were made in each of the last weeks; for administrators',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      requireReach(callerOf(request), 'administration')
      return { entities: await countEnrollmentsByWeek(database, request.params.id, clock()), _links: {} }
    },
  })
}
