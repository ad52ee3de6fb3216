import type { FastifyBaseLogger } from 'fastify'
import { type Rounds, startRounds } from '#server/rounds.ts'
import { followDueSchedules, type ScheduleDesk } from './follow-due-schedules.ts'

/** ms between two looks: whoever waits for an opening sees it within a second. */
const POLL = 500

/**
 * Opens and closes moments at their planned times until it is stopped. What came due while no server ran is made up for
 * at the first look. A database that is away is said once, and asked again until it is back.
 */
export function startSchedule({ log, ...desk }: ScheduleDesk & { log: FastifyBaseLogger }, poll = POLL): Rounds {
  const round = async () => {
    await followDueSchedules(desk)
    return poll
  }
  return startRounds({ round, waits: 'the schedule waits', log, first: poll, afterFailure: poll })
}
