import type { FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/endpoint.ts'
import { invalidateToken, refreshToken } from '#contract/sessions.ts'
import type { LoadLimits } from '#server/load-shedding.ts'

/** The largest body that most screens send is a list of modules; all else is no business of ours. In bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024

/** An edited department or moment comes back whole (decision 43), with up to a thousand modules and their descriptions. */
export const WITH_MODULES_LIMIT_BYTES = 1024 * 1024

/** A list of two thousand students, each with an address and a name before it. */
export const STUDENT_LIST_LIMIT_BYTES = 1024 * 1024

/** An import has five thousand lines, with room for long names. */
export const IMPORT_LIMIT_BYTES = 2 * 1024 * 1024

/** Measured, see server/load-shedding.rationale.md. */
export const LOAD_LIMITS: LoadLimits = { inFlight: 1_500, waiting: 20_000, patience: 3_000, lag: 400, lateBodies: 500 }

const SPARED = new Set([refreshToken, invalidateToken].map(({ path }) => API_BASE + path))

/**
 * However busy it is: who cannot refresh is logged out in effect, and who wants to log out has to. And the health of the
 * push server, as ours.
 */
export const isSpared = ({ url, routeOptions }: FastifyRequest): boolean =>
  SPARED.has(routeOptions.url ?? '') || url.startsWith('/push/health/')
