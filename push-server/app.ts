import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Database } from '#database/engine/open-database.ts'
import { connectionOptions } from '#server/connection-limits.ts'
import { createErrorHandler } from '#server/error-handler.ts'
import { healthRoutes } from '#server/health.ts'
import { acceptJsonBodies } from '#server/json-bodies.ts'
import { type LogDestination, loggingOptions } from '#server/logging.ts'
import { measureRequests } from '#server/metrics/measure-requests.ts'
import { endConnectionsWhenClosing } from '#server/shutdown.ts'
import { answerUnknownPaths } from '#server/unknown-paths.ts'

/** A subscription, twice over. */
const BODY_LIMIT = 16 * 1024

export interface PushServerParts {
  database: Pick<Database, 'ping' | 'isUnavailable'>
  log?: LogDestination
  /** where its figures are kept for whoever reads them */
  registry?: Registry
}

/** Builds the push server; nothing listens yet. What lies under /push is also reached through the API server. */
export async function buildApp({ database, log, registry = new Registry() }: PushServerParts): Promise<FastifyInstance> {
  const app = Fastify({ ...loggingOptions(log), ...connectionOptions(), bodyLimit: BODY_LIMIT })
  measureRequests(app, registry)
  acceptJsonBodies(app)
  endConnectionsWhenClosing(app)
  app.setErrorHandler(createErrorHandler(database.isUnavailable))
  answerUnknownPaths(app)
  healthRoutes(app, database)
  await app.register(async (push) => healthRoutes(push, database), { prefix: '/push' })
  return app
}
