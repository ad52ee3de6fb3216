import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { ReasonCode } from '#contract/refusals.ts'

/**
 * Events that may be part of an attack. Their names are used in the log (field `security`) and as labels of
 * `security_events_total`, and docs/runbook.md explains each.
 */
const securityEvents = [
  'login-failed',
  'account-guessed',
  'token-forged',
  'token-expired',
  'token-revoked',
  'refresh-reused',
  'too-many-requests',
  'not-yours',
  'role-changed',
  'invigilator-code-wrong',
  'school-login-refused',
  'second-factor-wrong',
  'passkey-refused',
  'connection-refused',
] as const

export type SecurityEvent = (typeof securityEvents)[number]

/** User concerned. Only ids: the log has no names or e-mail addresses. */
export interface Concerned {
  user?: number | undefined
  session?: number | undefined
  /** user who did it, if that is another one */
  by?: number | undefined
}

export interface SecurityLog {
  /** Logs and counts an event. `log` is the request's, so that the line has its id. */
  note(log: Pick<FastifyBaseLogger, 'warn'>, event: SecurityEvent, concerned: Concerned): void
}

/** Refusals that are security events: the error handler logs them, so that throwing them is enough. */
export const eventOfReason: Partial<Record<ReasonCode, SecurityEvent>> = {
  'login-failed': 'login-failed',
  'token-expired': 'token-expired',
  'token-revoked': 'token-revoked',
  'too-many-requests': 'too-many-requests',
  'not-yours': 'not-yours',
  'code-wrong': 'invigilator-code-wrong',
  'current-password-wrong': 'login-failed',
  'second-factor-wrong': 'second-factor-wrong',
  'passkey-refused': 'passkey-refused',
  'school-code-unknown': 'school-login-refused',
}

/** Most lines per event and window (ms), so that a flood can't fill the disk. All events are counted. */
const LINES_PER_WINDOW = 20
const WINDOW_MS = 10_000

export function createSecurityLog(registry: Registry): SecurityLog {
  const counter = new Counter({
    name: 'security_events_total',
    help: 'What may be part of an attack, see docs/runbook.md.',
    labelNames: ['event'],
    registers: [registry],
  })
  // A series that starts at its first event would have no rate then.
  for (const event of securityEvents) counter.inc({ event }, 0)
  const windows = new Map<SecurityEvent, { since: number; lines: number; unlogged: number }>()

  return {
    note: (log, event, concerned) => {
      counter.inc({ event })
      const now = performance.now()
      let window = windows.get(event)
      const unlogged = window?.unlogged ?? 0
      if (!window || now - window.since >= WINDOW_MS) {
        window = { since: now, lines: 0, unlogged: 0 }
        windows.set(event, window)
      }
      if (window.lines === LINES_PER_WINDOW) {
        window.unlogged += 1
        return
      }
      const isFirst = window.lines === 0
      window.lines += 1
      log.warn({ security: event, ...concerned, ...(isFirst && unlogged > 0 && { unlogged }) }, 'security event')
    },
  }
}
