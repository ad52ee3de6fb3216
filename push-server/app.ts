import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { connectionOptions, noStartLimit, PUSH_BODY_LIMIT_BYTES } from '#server/connections.ts'
import { healthRoutes, type Readiness } from '#server/health.ts'
import { type LogDestination, loggingOptions, sendRequestIds } from '#server/logging.ts'
import { measureRequests } from '#server/metrics.ts'
import { noOwnCompilers } from '#server/no-own-compilers.ts'
import { createErrorHandler } from '#server/problem.ts'
import { endConnectionsWhenClosing } from '#server/process.ts'
import { createSecurityLog } from '#server/security-events.ts'
import { acceptJsonBodies, answerUnknownPaths, limitPipelining, refuseAmbiguous } from '#server/strict-requests.ts'
import { createUnavailability } from '#server/unavailability.ts'

/** Addresses from which the API server forwards requests. */
const THIS_MACHINE = ['127.0.0.0/8', '::1']

export interface PushServerParts {
  database: Readiness['database']
  /** proxies whose request ids are adopted, in addition to the API server on this machine */
  trustProxy?: readonly string[]
  log?: LogDestination
  registry?: Registry
}

/** Builds the push server without listening. Paths under /push are also reachable through the API server. */
export async function buildApp({
  database,
  trustProxy = [],
  log,
  registry = new Registry(),
}: PushServerParts): Promise<FastifyInstance> {
  const app = Fastify({
    ...loggingOptions([...THIS_MACHINE, ...trustProxy], log),
    ...connectionOptions(),
    ...noOwnCompilers,
    bodyLimit: PUSH_BODY_LIMIT_BYTES,
    ...noStartLimit,
  })
  limitPipelining(app)
  measureRequests(app, registry)
  sendRequestIds(app)
  refuseAmbiguous(app)
  acceptJsonBodies(app)
  endConnectionsWhenClosing(app)
  const unavailability = createUnavailability(registry)
  const security = createSecurityLog(registry)
  app.setErrorHandler(createErrorHandler({ unavailableBy: database.unavailableBy, unavailability, security }))
  answerUnknownPaths(app)
  healthRoutes(app, ['', '/push'], { database, unavailability, registry })
  return app
}
