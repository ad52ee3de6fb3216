import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { UnavailableFault } from '#database/engine/database-fault.ts'

/**
 * Why somebody is logged to come back in a moment: field `cause` of the log's lines, label of `http_unavailable_total`, and
 * in docs/runbook.md with what to do.
 */
export type UnavailableCause =
  | UnavailableFault
  /** more asked at once than can be answered in time: load-shedding.rationale.md */
  | 'overload'
  | 'password-queue'
  | 'batch-queue'
  | 'export-queue'
  | 'live-streams'
  | 'school-changing'
  | 'push-server-away'
  /** the provider of the school's logins does not answer; all else goes on */
  | 'school-provider-away'
  /** the built app is not where WEB_APP says */
  | 'app-missing'

export interface Unavailability {
  /** Counts one and, once in 10 s a cause, writes a line: thousands of the same fill a disk that is full already. */
  note(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, cause: UnavailableCause, details: object): void
  /** The same of somebody's request, which `writingFails` remembers: what only asks whether it is ready would keep itself from it. */
  noteRequest(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, cause: UnavailableCause, details: object): void
  /** cause that prevented a write in the last 5 s, though reading may go on */
  writingFails(): UnavailableCause | undefined
}

const LOG_EVERY_MS = 10_000
const REMEMBER_MS = 5_000

/**
 * They pass by themselves and are how a busy server should answer; all others want somebody to look. The alerts `Unavailable`
 * and `SheddingLoad` have the same list.
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

/** No question shows them: only who writes meets them. */
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
