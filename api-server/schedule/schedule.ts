import type { FastifyBaseLogger } from 'fastify'
import { followDueSchedules, type ScheduleDesk } from './follow-due-schedules.ts'

/** ms between two looks: whoever waits for an opening sees it within a second. */
const POLL = 500

export interface Schedule {
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

/**
 * Opens and closes moments at their planned times until it is stopped. What came due while no server ran is made up for
 * at the first look. A database that is away is said once, and asked again until it is back.
 */
export function startSchedule({ log, ...desk }: ScheduleDesk & { log: FastifyBaseLogger }, poll = POLL): Schedule {
  let stopped = false
  let failing = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const look = async () => {
    try {
      await followDueSchedules(desk)
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'the schedule waits')
      failing = true
    }
    if (!stopped) pause()
  }

  const pause = () => {
    timer = setTimeout(() => {
      working = look()
    }, poll).unref()
  }
  pause()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
