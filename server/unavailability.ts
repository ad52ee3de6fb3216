import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { UnavailableFault } from '#database/engine/database-fault.ts'

/** Causes of a 503 with Retry-After: `cause` in the log, label of `http_unavailable_total`; docs/runbook.md explains them. */
export type UnavailableCause =
  | UnavailableFault
  /** more requests at once than can be answered in time: load-shedding.rationale.md */
  | 'overload'
  | 'password-queue'
  | 'batch-queue'
  | 'export-queue'
  | 'live-streams'
  | 'school-changing'
  | 'push-server-away'
  /** the school's login provider does not answer; all else works */
  | 'school-provider-away'
  /** the built app is not where WEB_APP says */
  | 'app-missing'

export interface Unavailability {
  /** Counts a failure and logs each cause once in 10 s: thousands of lines would fill a disk that may be full already. */
  note(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, cause: UnavailableCause, details: object): void
  /** Like `note`, and remembered by `writingFails`. For user requests only: readiness checks would keep themselves failing. */
  noteRequest(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, cause: UnavailableCause, details: object): void
  /** cause that prevented a write in the last 5 s, although reading may work */
  writingFails(): UnavailableCause | undefined
}

const LOG_EVERY_MS = 10_000
const REMEMBER_MS = 5_000

/**
 * Causes that pass by themselves, as a busy server should answer; the others need attention. The alerts `Unavailable` and
 * `SheddingLoad` have the same list.
 */
export const PASSING: readonly UnavailableCause[] = [
  'overload',
  'password-queue',
  'batch-queue',
  'export-queue',
  'live-streams',
  'school-changing',
  'deadlock',
  'busy',
]

/** Causes that only writes meet: reading does not show them. */
const OF_WRITING: readonly UnavailableCause[] = ['disk-full', 'read-only']

export function createUnavailability(registry: Registry): Unavailability {
  const counter = new Counter({
    name: 'http_unavailable_total',
    help: 'Requests answered with 503 and when to come back, by cause: see docs/runbook.md.',
    labelNames: ['cause'],
    registers: [registry],
  })
  const logged = new Map<UnavailableCause, { at: number; since: number }>()
  const met = new Map<UnavailableCause, number>()

  const note: Unavailability['note'] = (log, cause, details) => {
    counter.inc({ cause })
    const now = performance.now()
    const last = logged.get(cause)
    if (last && now - last.at < LOG_EVERY_MS) {
      last.since += 1
      return
    }
    logged.set(cause, { at: now, since: 0 })
    const line = { cause, ...details, ...(last && last.since > 0 && { unlogged: last.since }) }
    if (PASSING.includes(cause)) log.warn(line, 'unavailable')
    else log.error(line, 'unavailable')
  }
  return {
    note,
    noteRequest: (log, cause, details) => {
      met.set(cause, performance.now())
      note(log, cause, details)
    },
    writingFails: () => OF_WRITING.find((cause) => performance.now() - (met.get(cause) ?? -REMEMBER_MS) < REMEMBER_MS),
  }
}
