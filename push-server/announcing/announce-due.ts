import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database/engine/open-database.ts'
import { claim, markDone, markFailed } from '#database/outbox/claim-and-settle.ts'
import { announcements, planJobs, pushKindOf } from './plan-jobs.ts'

/** ms that planning may take; for 10,000 students it takes about two seconds */
const LEASE_MS = 60_000

const TASKS_AT_A_TIME = 10

export interface AnnouncingOptions {
  database: Database
  clock: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Plans the pushes of up to `TASKS_AT_A_TIME` announcements that are due (openings, closings, seats, messages, results); returns
 * the number of pushes. Throws if the database is unavailable.
 */
export async function announceDue({ database, clock, log }: AnnouncingOptions): Promise<number> {
  const tasks = await claim(database, { kinds: announcements, limit: TASKS_AT_A_TIME, lease: LEASE_MS, now: clock() })
  let planned = 0
  for (const task of tasks) {
    try {
      const pushes = await planJobs({ database, clock }, task)
      planned += pushes
      log.info({ task: task.id, kind: pushKindOf(task), pushes }, 'pushes planned')
    } catch (error) {
      if (database.isUnavailable(error)) throw error
      await markFailed(database, task, { error: nameOf(error), permanent: false }, clock())
      log.warn({ err: error, task: task.id }, 'pushes not planned')
      continue
    }
    await markDone(database, task, clock())
  }
  return planned
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'failed')
