// Made of the declarations of calls by `npm run contract`.
import type * as statisticsCalls from './statistics.calls.ts'
import { endpoint } from './endpoint.ts'

export const exportResultStatistics = endpoint<typeof statisticsCalls.exportResultStatistics>('GET', '/schoolyear/:id/result-statistics/export')
export const getAccountStatistics = endpoint<typeof statisticsCalls.getAccountStatistics>('GET', '/account-statistics')
export const getFirstSteps = endpoint<typeof statisticsCalls.getFirstSteps>('GET', '/first-steps')
export const getResultStatistics = endpoint<typeof statisticsCalls.getResultStatistics>('GET', '/schoolyear/:id/result-statistics')
export const listEnrollmentStatistics = endpoint<typeof statisticsCalls.listEnrollmentStatistics>('GET', '/schoolyear/:id/enrollment-statistics')
export const listTestmomentStatistics = endpoint<typeof statisticsCalls.listTestmomentStatistics>('GET', '/schoolyear/:id/testmoment-statistics')
