import { startPoller } from '#server/poller.ts'
import { type AnnouncingOptions, announceDue } from './announcing/announce-due.ts'
import { planReminders } from './announcing/plan-reminders.ts'
import { forgetOldJobs } from './jobs/settle-jobs.ts'
import { Delivery, type DeliveryOptions } from './sender/delivery.ts'

/** ms between two polls of the outbox, so that openings are announced at once. See sender/sender.rationale.md. */
const POLL_MS = 250

/** ms between two short transactions while pushes are under way: on SQLite the API waits for each */
const SETTLE_MS = 100

const REMINDERS_POLL_MS = 20_000
const SWEEP_MS = 3_600_000

export interface Pushing {
  openBreakers(): string[]
  /** Starts nothing more, waits for pushes under way and records them. */
  stop(): Promise<void>
}

/** Turns openings, closings and messages into pushes and sends them, until stopped. */
export function startPushing(options: DeliveryOptions & AnnouncingOptions): Pushing {
  const { database, clock, log } = options
  const delivery = new Delivery(options)
  const [reminders, sweeping] = [createInterval(REMINDERS_POLL_MS, clock), createInterval(SWEEP_MS, clock)]

  const deliver = async () => {
    const claimed = await delivery.turn()
    return claimed === 0 && delivery.isIdle ? POLL_MS : SETTLE_MS
  }
  const delivering = startPoller({ poll: deliver, warning: 'pushes wait', log })

  const announce = async () => {
    if (reminders()) await planReminders(database, clock())
    if (sweeping()) await forgetOldJobs(database, clock())
    if ((await announceDue(options)) > 0) delivering.wake()
    return POLL_MS
  }
  const announcing = startPoller({ poll: announce, warning: 'announcements wait', log })

  return {
    openBreakers: () => delivery.openBreakers(),
    stop: async () => {
      await Promise.all([announcing.stop(), delivering.stop()])
      await delivery.end().catch((error: unknown) => log.warn({ err: error }, 'what was sent last is sent again'))
    },
  }
}

/** Returns a function that is true at most once per `every` ms. */
function createInterval(every: number, clock: () => number): () => boolean {
  let next = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock()
    if (now < next) return false
    next = now + every
    return true
  }
}
