import type { FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/endpoint.ts'
import { invalidateToken, refreshToken } from '#contract/session.ts'
import type { LoadLimits } from '#server/load-shedding.ts'

/** Measured, see server/load-shedding.rationale.md. */
export const LOAD_LIMITS: LoadLimits = { inFlight: 1_500, lag: 400, lateBodies: 500 }

const SPARED = new Set([refreshToken, invalidateToken].map(({ path }) => API_BASE + path))

/**
 * However busy it is: who cannot refresh is logged out in effect, and who wants to log out has to. And the health of the
 * push server, as ours.
 */
export const isSpared = ({ url, routeOptions }: FastifyRequest): boolean =>
  SPARED.has(routeOptions.url ?? '') || url.startsWith('/push/health/')
