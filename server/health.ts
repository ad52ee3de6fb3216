import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Database } from '#database/engine/open-database.ts'
import { isMigrated } from '#database/migrations/migrate.ts'
import { gaugesIn } from './metrics.ts'
import { sendProblem, unavailable } from './problem.ts'
import type { Unavailability, UnavailableCause } from './unavailability.ts'

export interface Readiness {
  database: Pick<Database, 'kysely' | 'tryToWrite' | 'unavailableBy'>
  unavailability: Unavailability
  registry: Registry
  /** cause why this server cannot work, apart from the database; undefined if there is none */
  missing?: () => UnavailableCause | undefined
}

/** ms that a result is reused, so that repeated checks write no more often */
const ANSWER_LASTS_MS = 1_000

/**
 * Health routes. `live`: the process answers. `ready`: it can also work, which needs a writable database with the tables of
 * this release. Each server has them under `/health` and under its own prefix.
 */
export function healthRoutes(app: FastifyInstance, prefixes: readonly string[], readiness: Readiness): void {
  const whyNotReady = createReadiness(readiness)
  const help = '1 for what keeps this server from doing its work.'
  gaugesIn(readiness.registry).gaugeBy('cause', 'server_not_ready', help, async () => {
    const lack = await whyNotReady()
    return lack ? [[lack.cause, 1] as const] : []
  })
  for (const prefix of prefixes) {
    app.get(`${prefix}/health/live`, async () => ({ status: 'live' }))
    app.get(`${prefix}/health/ready`, async (request, reply) => {
      const lack = await whyNotReady()
      if (!lack) return { status: 'ready' }
      const { cause, error } = lack
      readiness.unavailability.note(request.log, cause, { err: error, req: request })
      sendProblem(unavailable(cause, { details: { cause } }), request, reply)
      return reply
    })
  }
}

interface Lack {
  cause: UnavailableCause
  error?: unknown
}

function createReadiness({ database, unavailability, missing }: Readiness) {
  let readySince = Number.NEGATIVE_INFINITY
  let migrated = false
  let looking: Promise<Lack | undefined> | undefined

  const look = async (): Promise<Lack | undefined> => {
    const lacking = missing?.() ?? unavailability.writingFails()
    if (lacking) return { cause: lacking }
    if (performance.now() - readySince < ANSWER_LASTS_MS) return undefined
    try {
      await database.tryToWrite()
      migrated ||= await isMigrated(database.kysely)
    } catch (error) {
      return { cause: database.unavailableBy(error) ?? 'database-away', error }
    }
    if (!migrated) return { cause: 'tables-missing' }
    readySince = performance.now()
    return undefined
  }
  // Anybody may ask: simultaneous requests share one check, which leaves the database's connections to users.
  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
