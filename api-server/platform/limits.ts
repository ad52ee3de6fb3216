import type { FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/endpoint.ts'
import { invalidateToken, refreshToken } from '#contract/sessions.gen.ts'
import type { LoadLimits } from '#server/load-shedding.ts'

/** Bytes of a body. The largest that most screens send is a list of modules. */
export const BODY_LIMIT_BYTES = 64 * 1024

/** Bytes; an edited department or moment is sent whole, with up to 1,000 modules and their descriptions. */
export const WITH_MODULES_LIMIT_BYTES = 1024 * 1024

/** Bytes for a list of 2,000 students, each with a name and an address. */
export const STUDENT_LIST_LIMIT_BYTES = 1024 * 1024

/** Bytes for an import of 5,000 lines, with room for long names. */
export const IMPORT_LIMIT_BYTES = 2 * 1024 * 1024

/** Measured, see server/load-shedding.rationale.md. */
export const LOAD_LIMITS: LoadLimits = {
  inFlight: 1_500,
  waiting: 20_000,
  patience: 3_000,
  lag: 400,
  crowd: 50,
  lateBodies: 500,
}

const SPARED = new Set([refreshToken, invalidateToken].map(({ path }) => API_BASE + path))

/**
 * True for requests served however busy the server is: without a refresh a student is in effect logged out, and logging out
 * must work. Also for the health of the push server, as for our own.
 */
export const isSpared = ({ url, routeOptions }: FastifyRequest): boolean =>
  SPARED.has(routeOptions.url ?? '') || url.startsWith('/push/health/')
